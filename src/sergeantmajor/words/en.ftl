### English.
###
### The same file serves the browser and Python. What functions and marks mean is in
### docs/decisions/0040-suits-and-cards-in-words.md. In short: SUIT, CONTRACT, RANK, CARD and COUNT
### speak through the messages `suit`, `contract`, `rank`, `card` and `count-word` of this file and
### hand them `$case`, whose values each language chooses for itself; SIGNED writes a number with
### its sign. `<b>…</b>` is strong, `<chip>…</chip>` a suit in a frame. `$you` is "yes" where the
### sentence is about the reader.

## Cards
## Cases in English: "singular" (a spade); otherwise the plural (spades).

suit = { $suit ->
    [S] { $case ->
        [singular] spade
       *[plural] spades
    }
    [H] { $case ->
        [singular] heart
       *[plural] hearts
    }
    [D] { $case ->
        [singular] diamond
       *[plural] diamonds
    }
   *[C] { $case ->
        [singular] club
       *[plural] clubs
    }
}
suit-title = { $suit ->
    [S] Spades
    [H] Hearts
    [D] Diamonds
   *[C] Clubs
}
rank = { $rank ->
    [A] ace
    [K] king
    [Q] queen
    [J] jack
    [T] 10
   *[other] { $rank }
}
# The corner of a card.
index = { $rank ->
    [A] A
    [K] K
    [Q] Q
    [J] J
    [T] 10
   *[other] { $rank }
}
card = { RANK($rank) } of { SUIT($suit) }
# The name of a card that stands alone.
card-title = { $rank ->
    [A] Ace
    [K] King
    [Q] Queen
    [J] Jack
    [T] 10
   *[other] { $rank }
} of { SUIT($suit) }
card-back = Card face down
contract = { $contract ->
    [N] no trump
    [pass] pass
   *[other] { SUIT($contract) }
}
contract-title = { $contract ->
    [S] Spades
    [H] Hearts
    [D] Diamonds
    [C] Clubs
    [N] No trump
   *[pass] Pass
}
contract-glyph = { $contract ->
    [N] NT
   *[pass] –
}
# Small numbers in words.
count-word = { $n ->
    [0] none
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
    [10] ten
   *[other] { $n }
}

## Who sits at the table

you = You
bot = { $kind ->
    [recruit] recruit
    [corporal] corporal
    [sergeant] sergeant
    [major] major
    [greedy] greedy
   *[other] { $kind }
}
bots = { $kind ->
    [recruit] recruits
    [corporal] corporals
    [sergeant] sergeants
    [major] majors
    [greedy] greedy ones
   *[other] { $kind }
}
name-default = Guest

## Everywhere

game = Sergeant Major
page-title = { $title } · Sergeant Major
back = Back
home = Home
record-get = Download the record
# A player and his score, in a row of such.
name-value = { $name } { $value }
list-dot = { " · " }
list-comma = { ", " }

## Home

title-home = Play
home-about = Three players, sixteen tricks. One owes eight, one five, one three.
home-start = Start
home-matches = Your matches
door-play = Play now
door-play-about = Against two bots, at once
door-options = Set the table
door-options-about = Rules, opponents, who declares first
resume-title = Your match goes on
resume-about = { $rules }, deal { $n }
resume-more = { $n ->
    [one] One more
   *[other] { $n } more
}
finished = { $n ->
    [one] One finished match
   *[other] { $n } finished matches
}
error-unreachable = The table’s server can’t be reached. Is it still running?
error-name-empty = Your name has no letter in it.
error-name-long = Your name is too long: { $most } letters at most.
error-name-character = Your name holds a character that can’t be shown ({ $character }).
error-too-fast = So many tables at once? Wait a moment and try again.
error-storage = The server can’t write to its disk now. Try again later.
error-unknown-bot = There is no bot of that kind any more. Choose others under “Set the table”.
error-open = The server did not open a table with these settings. Look at them under “Set the table”.

## Looks and pace

preferences = Look and pace
look-theme = Theme
look-theme-system = As the system
look-theme-light = Light
look-theme-dark = Dark
look-theme-contrast = High contrast
look-deck = Colours of the suits
look-deck-four = Four
look-deck-two = Two
look-index = Corners of the cards
look-index-large = Large
look-index-normal = Normal
look-pace = Pace
look-pace-calm = Calm
look-pace-normal = Normal
look-pace-brisk = Brisk
look-pace-none = None

## Rule sets

preset-ten-points = Ten points
preset-ten-points-about = Clockwise, the kitty unseen; first to ten or more ends the match
preset-fifteen-deals = Fifteen deals
preset-fifteen-deals-about = Counter-clockwise, the kitty seen; each of five contracts once
preset-classic = Classic
preset-classic-about = Clockwise, the kitty unseen; twelve tricks in one deal win at once
preset-changed = { $n ->
    [one] { $preset }, one rule changed
   *[other] { $preset }, { COUNT($n) } rules changed
}

## Setting a table

options-title = Set the table
options-rules = Rule set
options-people = Players
options-name = Your name
options-bot = { $side ->
    [left] Bot at your left
   *[right] Bot at your right
}
options-left = Left
options-right = Right
options-declarer = Declares first
options-drawn = Drawn by lot
options-reset = Rules as published
options-start = Sit down
options-group-end = End of the match
options-group-roles = Roles and order
options-group-contract = Contract
options-group-kitty = Kitty
options-group-exchange = Exchange
options-group-play = Card play

value-yes = yes
value-no = no

option-direction = Direction of play
option-direction-about = Which way cards are dealt and played.
value-direction-cw = clockwise
value-direction-ccw = counter-clockwise
option-dealer = Who deals
option-dealer-about = Cards go round from the player after the dealer; it changes nothing else.
value-dealer-declarer = the declarer
value-dealer-third = the third
option-lead = Who leads first
option-lead-about = The declarer, or the player after him, plays to the first trick.
value-lead-declarer = the declarer
value-lead-second = the second
option-targets = Targets
option-targets-about = What declarer, second and third owe: three falling numbers that add up to 16, as 8-5-3.
option-contracts = Contracts
option-contracts-about = What the declarer may announce.
option-once = Each contract once
option-once-about = A declarer announces nothing twice in a match.
option-passes = Passes
option-passes-about = How often each player may pass in a match and have the cards dealt again.
option-phases = Order before play
option-phases-about = Exchange, contract and kitty, in this order.
value-phases-XCK = exchange, contract, kitty
value-phases-CXK = contract, exchange, kitty
value-phases-CKX = contract, kitty, exchange
option-kitty = The kitty
option-kitty-about = Unseen: lay four of sixteen away, then take it. Seen: take it, then lay four of twenty away.
value-kitty-blind = unseen
value-kitty-seen = seen
option-kitty-open = Kitty shown to all
option-kitty-open-about = Everybody sees the kitty when it is taken; what is laid away stays hidden.
option-exchange = Exchange
option-exchange-about = Players who were up trade with those who were down: they give a card of their choice, or name a player and a suit.
value-exchange-give = give a card
value-exchange-draw = name a suit
value-exchange-none = none
option-order-up = Two were up: who begins
option-order-up-about = The one with the higher target in this deal or the last, or who was up by more.
value-order-up-this = this deal
value-order-up-last = last deal
value-order-up-most = most up
option-order-down = Two were down: who comes first
option-order-down-about = The one with the higher target in this deal or the last, or who was down by more.
value-order-down-this = this deal
value-order-down-last = last deal
value-order-down-most = most down
option-nt-cancels = No trump cancels the exchange
option-nt-cancels-about = After an announcement of no trump nothing is traded, and the rights lapse.
option-must-trump = Trump when void
option-must-trump-about = Who can’t follow suit and has a trump must play one.
option-must-beat = Beat when you can
option-must-beat-about = Who can beat the best card of the trick must do so.
option-end = The match ends
option-end-about = When a total is reached, after a number of deals, or with many tricks in one deal.
value-end-points = at a total
value-end-deals = after deals
value-end-tricks = by tricks
option-points = Total that ends it
option-points-about = From 1 to 1000.
option-deals = Deals to play
option-deals-about = From 1 to 1000; passed deals don’t count.
option-tricks = Tricks that win
option-tricks-about = So many in one deal win at once, from 9 to 16.
option-ties = Equal totals
option-ties-about = Decided by the last deal and then the latest trick, or shared.
value-ties-played = decided
value-ties-shared = shared

## Why options can’t stand together

rules-bad-value = “{ $value }” can’t stand for { $option }. { $option-key ->
    [targets] Three falling numbers that add up to 16 are wanted, as 8-5-3.
    [contracts] Choose at least one.
    [passes] A number from 0 to 9 is wanted.
    [points] A number from 1 to 1000 is wanted.
    [deals] A number from 1 to 1000 is wanted.
    [tricks] A number from 9 to 16 is wanted.
   *[other] Choose another value.
}
rules-cancels-late = “{ $option }” needs the contract before the exchange: choose another order before play.
rules-cancels-never = “{ $option }” needs no trump among the contracts.
rules-draw-order = “{ $option }” is settled already: who names a suit also chooses the player.
rules-no-exchange = “{ $option }” has no meaning without an exchange.
rules-once-deals = With “{ $option }” the contracts run out: play at most three deals for each contract.
rules-once-end = “{ $option }” only goes with an end after a number of deals, or the contracts could run out.
rules-sizes = Targets, hands and deck don’t fit each other.
rules-twice = “{ $option }” is set twice.
rules-unknown-option = There is no rule called “{ $option }”.
rules-unknown-preset = There is no rule set called “{ $preset }”.
rules-unused = “{ $option }” only counts with another end of the match.
rules-unused-ties = “{ $option }” has no meaning here: two can’t win by tricks at once.
rules-other = These rules can’t stand together ({ $code }).

## The table

title-turn = Your turn
title-wait = At the table
title-score = Deal score
title-over = Match over
table-menu = This match
table-preferences = Look and pace
line-lost = Reconnecting…
hand = Your hand
where-deal = Deal { $n }
where-deal-of = Deal { $n } of { $all }
where = { $phase ->
    [exchange] Exchange, { $n } of { $all }
    [contract] Contract
    [discard] { $kitty ->
        [seen] Kitty
       *[blind] Laying away
    }
    [play] Trick { $trick } of 16
    [dealing] Dealing
   *[over] Match over
}
mat = { $direction ->
    [cw] Table. Play goes clockwise.
   *[ccw] Table. Play goes counter-clockwise.
}
mat-contract = { $contract ->
    [N] No trump
    [S] Spades are trump
    [H] Hearts are trump
    [D] Diamonds are trump
   *[C] Clubs are trump
}
mat-led = { SUIT($suit) } led
mat-your-card = Your card
mat-played = { $you ->
    [yes] You: { CARD($card) }
   *[no] { $name }: { CARD($card) }
}
mat-winning = { $you ->
    [yes] You are winning the trick
   *[no] { $name } is winning the trick
}
last-trick = Last trick
last-trick-won = { $you ->
    [yes] You, with the { CARD($card) }
   *[no] { $name }, with the { CARD($card) }
}

## A player’s plate

seat-score = score
seat-of = /{ $target }
seat-target = Target { $target }, { $won } taken.
seat-to-go = { $n } to go.
seat-up = { $n } up.
seat-exact = Exactly on target.
seat-total = Match score { SIGNED($total) }.
seat-cards = { $n ->
    [one] One card in hand.
   *[other] { $n } cards in hand.
}
seat-declarer = Declarer.
seat-dealer = Dealer.
seat-turn = On turn.

## What to do now

say-nothing = One moment…
say-wait = { $you ->
    [yes] { $phase ->
        [exchange] You exchange.
        [contract] You declare.
        [discard] You lay four cards away.
       *[play] Your turn.
    }
   *[no] { $phase ->
        [exchange] { $name } exchanges.
        [contract] { $name } declares.
        [discard] { $name } lays four cards away.
       *[play] { $name } is to play.
    }
}
say-passed = The declarer passed: the cards are dealt again.
say-lead = <b>Your turn.</b> You lead: any card.
say-follow = { $n ->
    [one] <b>Your turn.</b> { $name } led the { CARD($card) }: follow <chip>{ SUIT($suit) }</chip> with the one you hold.
   *[other] <b>Your turn.</b> { $name } led the { CARD($card) }: follow <chip>{ SUIT($suit) }</chip>, you hold { COUNT($n) }.
}
say-void = <b>Your turn.</b> { $name } led the { CARD($card) }. You have no <chip>{ SUIT($suit) }</chip>: any card.
say-raised = <b>Your turn.</b> { $name } led the { CARD($card) }. This table’s rules ask for one of the raised cards.
say-give = <b>You were up { COUNT($n) }.</b> Give { $name } a card; the highest of that suit comes back, if it beats yours.
say-draw = <b>You were up { COUNT($n) }.</b> Name a player and a suit: the highest of it comes, if higher.
say-announce = <b>You declare.</b> Name your contract.
say-announce-once = <b>You declare.</b> You announce each contract once in the match.
say-discard = { $left ->
    [0] <b>Lay { COUNT($count) } cards away.</b> Then the kitty comes to you.
    [one] <b>Lay { COUNT($count) } cards away.</b> One more.
   *[other] <b>Lay { COUNT($count) } cards away.</b> { $left } more.
}
say-kitty = <b>The kitty.</b> Mark one here, then one of yours to swap. Start lays these four away.
say-swap = <b>Now a card of your hand</b> to swap with the { CARD($card) }.

do-give = Give the { CARD($card) }
do-give-none = Choose a card
do-draw = Ask { $name } for { SUIT($suit) }
do-draw-none = Choose a suit
do-announce = { $contract ->
    [pass] Pass
   *[other] Announce { CONTRACT($contract) }
}
do-announce-none = Choose a contract
do-discard = Lay away { $n } of { $count }
do-start = Start
do-deal-again = Deal again

## What happened

told-deal = { $you ->
    [yes] You declare.
   *[no] { $name } declares.
}
told-pass = { $you ->
    [yes] You pass: new cards.
   *[no] { $name } passes: new cards.
}
told-contract = { $you ->
    [yes] <b>You announce { CONTRACT($contract) }.</b>
   *[no] <b>{ $name } announces { CONTRACT($contract) }.</b>
}
told-kitty = { $you ->
    [yes] You take the kitty.
   *[no] { $name } takes the kitty.
}
told-discard = { $you ->
    [yes] You lay four cards away.
   *[no] { $name } lays four cards away.
}
told-give = { $part ->
    [up] The { CARD($card) } for { $down }’s { CARD($back) }.
   *[down] { $up } gave you the { CARD($card) }; your { CARD($back) } went back.
}
told-give-same = { $part ->
    [up] { $down } has nothing higher: your { CARD($card) } came back.
   *[down] You have nothing higher: the { CARD($card) } went back to { $up }.
}
told-give-unseen = { $up } exchanges a card with { $down }, unseen.
told-trick = { $you ->
    [yes] You take the trick with the { CARD($card) }.
   *[no] { $name } takes the trick with the { CARD($card) }.
}

## Exchange

ledger-number = { $n } of { $all }
ledger-then = Then
ledger-gave = { $part ->
    [up] You gave
    [down] { $up } gave you
   *[other] { $up }
}
ledger-gives = { $part ->
    [up] You give
    [down] { $up } gives you
   *[other] { $up }
}
ledger-done = { $part ->
    [up] { $same ->
        [yes] Nothing higher: it came back
       *[no] { $down }’s highest { SUIT($suit, case: "singular") } came back
    }
   *[down] { $same ->
        [yes] Nothing higher: it went back
       *[no] Your highest { SUIT($suit, case: "singular") } went back
    }
}
ledger-unseen = { $n ->
    [one] One card with { $down }, unseen
   *[other] { $n } cards with { $down }, unseen
}
ledger-picked = { $down }’s highest { SUIT($suit, case: "singular") }, if it beats the { RANK($rank) }
ledger-choose = { $part ->
    [up] Choose a card of your hand
   *[down] Your highest of that suit goes back
}
ledger-later = { $you ->
    [yes] { $n ->
        [one] One card with you
       *[other] { $n } cards with you
    }
   *[no] { $n ->
        [one] One card with { $down }
       *[other] { $n } cards with { $down }
    }
}
draw-from = From whom
draw-owes = { $name } owes { $n }
draw-suit = Suit
draw-goes = your { RANK($rank) } goes
draw-none = you hold none
draw-last = The { CARD($card) } went, <b>{ $name }’s { CARD($back) }</b> came.
draw-last-nothing = { $name } had nothing higher: <b>the { CARD($card) } came back.</b>

## Contract

contract-choose = Contract
contract-held = { $n ->
    [0] you hold none
   *[other] you hold { $n }
}
contract-used = used in deal { $n }
contract-gone = not open
contract-no-suit = no suit beats another
contract-passes = { $n ->
    [0] used up
    [one] new cards, once
   *[other] new cards, { $n } left
}

## Kitty

kitty-marked = <b>marked</b>
kitty-own = kitty
kitty-from-hand = from your hand
kitty-waits = The kitty. <b>{ $you ->
    [yes] It comes to you.
   *[no] It goes to { $name }.
}</b>
kitty-after = The kitty. <b>It comes to you when four of yours are laid away.</b>
kitty-taken = { $you ->
    [yes] You have the kitty.
   *[no] { $name } has the kitty.
}

## Deal score

score-title = Deal { $n }
score-lead = { $sign ->
    [up] You are up { COUNT($n) }.
    [down] You are down { COUNT($n) }.
   *[even] You are exactly on target.
}
score-player = Player
score-tricks = Tricks
score-sum = Sum
score-deal = Deal
score-match = Match
score-target = target { $target }
score-target-declarer = target { $target }, declarer
score-of = { $won } of { $target }
score-minus = { $won } − { $target }
score-sign = { $sign ->
    [up] up
    [down] down
   *[even] even
}
score-end-points = First to { $n } or more ends the match.
score-end-deals = { $played } of { $n } deals are played.
score-end-tricks = Who takes { $n } tricks in one deal wins the match.
score-next = Deal { $n }
role-declares = { $you ->
    [yes] declare
   *[no] declares
}
role-leads = { $you ->
    [yes] lead
   *[no] leads
}
role-deals = { $you ->
    [yes] deal
   *[no] deals
}
owed = { $n ->
    [one] { $you ->
        [yes] <b>You</b> exchange <b>one</b> card with { $down }
       *[no] { $down-you ->
            [yes] <b>{ $name }</b> exchanges <b>one</b> card with you
           *[no] <b>{ $name }</b> exchanges <b>one</b> card with { $down }
        }
    }
   *[other] { $you ->
        [yes] <b>You</b> exchange <b>{ COUNT($n) }</b> cards with { $down }
       *[no] { $down-you ->
            [yes] <b>{ $name }</b> exchanges <b>{ COUNT($n) }</b> cards with you
           *[no] <b>{ $name }</b> exchanges <b>{ COUNT($n) }</b> cards with { $down }
        }
    }
}
owed-then = { $n ->
    [one] { $you ->
        [yes] Then <b>you</b> exchange <b>one</b> card with { $down }
       *[no] { $down-you ->
            [yes] Then <b>{ $name }</b> exchanges <b>one</b> card with you
           *[no] Then <b>{ $name }</b> exchanges <b>one</b> card with { $down }
        }
    }
   *[other] { $you ->
        [yes] Then <b>you</b> exchange <b>{ COUNT($n) }</b> cards with { $down }
       *[no] { $down-you ->
            [yes] Then <b>{ $name }</b> exchanges <b>{ COUNT($n) }</b> cards with you
           *[no] Then <b>{ $name }</b> exchanges <b>{ COUNT($n) }</b> cards with { $down }
        }
    }
}
owed-nothing = Nothing is exchanged: all three were exactly on target.
owed-never = Nothing is exchanged at this table.
owed-cancels = At no trump nothing is exchanged.

## End of the match

end-title = Match
end-wins = { $you ->
    [yes] You win.
   *[no] { $name } wins.
}
end-shared = { $names } share the win.
end-nobody = Nobody wins.
end-by-total = { $played ->
    [one] { SIGNED($total) } after one deal, the highest total.
   *[other] { SIGNED($total) } after { $played } deals, the highest total.
}
end-by-up = Equal totals of { SIGNED($total) } after { $played } deals. The last deal decides.
end-by-trick = Equal totals of { SIGNED($total) } after { $played } deals, and equal in the last. The latest trick decides.
end-by-shared = Equal totals of { SIGNED($total) } after { $played } deals.
end-by-tricks = { COUNT($n) } tricks in one deal.
end-by-declared = The match was ended at the table.
end-again = Play again
tie-title = { $you ->
    [yes] Why you, and not { $others }
   *[no] Why { $name }, and not { $others }
}
tie-title-shared = Why the win is shared
tie-total = Highest total
tie-up = Most up in the last deal
tie-trick = Latest trick taken
tie-shared = Equal totals share the win
tie-trick-number = trick { $n }
tie-is-equal = equal
tie-is-decides = decides
tie-is-open = not needed

## This match

match-title = This match
match-deals = Deals
match-no-deals = The first deal is being played.
match-contract = Contract
match-back = Back to the table

## When the line can’t be taken up again

failure-title = The table
failure-protocol = This page is older than the server. Reload it: your seat is kept.
failure-unknown-table = There is no such table here any more.
failure-not-your-table = This table belongs to another browser.
failure-reload = Reload

## Why an action is refused

reason-match-over = The match is over.
reason-not-dealt = The next cards have not been dealt yet.
reason-not-your-turn = It is { $name }’s turn.
reason-wrong-phase = { $phase ->
    [exchange] Cards are being exchanged now.
    [contract] The contract is being announced now.
    [discard] The declarer is laying cards away now.
   *[play] Tricks are being played now.
}
reason-not-held = You don’t hold the { CARD($card) }.
reason-must-follow = { $n ->
    [one] <b>Not the { CARD($card) }:</b> <chip>{ SUIT($suit) }</chip> was led, and you hold one.
   *[other] <b>Not the { CARD($card) }:</b> <chip>{ SUIT($suit) }</chip> was led, and you hold { COUNT($n) }.
}
reason-must-trump = { $n ->
    [one] <b>Not the { CARD($card) }:</b> who can’t follow must trump here, and you hold a <chip>{ SUIT($suit, case: "singular") }</chip>.
   *[other] <b>Not the { CARD($card) }:</b> who can’t follow must trump here, and you hold { COUNT($n) } <chip>{ SUIT($suit) }</chip>.
}
reason-must-beat = { $n ->
    [one] <b>Not the { CARD($card) }:</b> who can beat the trick must do so here, and one of your cards can.
   *[other] <b>Not the { CARD($card) }:</b> who can beat the trick must do so here, and { COUNT($n) } of your cards can.
}
reason-not-a-contract = { CONTRACT($contract) } is no contract at this table.
reason-contract-used = You have announced { CONTRACT($contract) } before in this match: each contract only once.
reason-no-pass-left = { $passes ->
    [0] Nobody may pass at this table.
    [one] You have passed already: once a match.
   *[other] You have passed { $passes } times already: no more in this match.
}
reason-wrong-count = { $expected ->
    [one] One card is to be laid away, not { COUNT($count) }.
   *[other] { COUNT($expected) } cards are to be laid away, not { COUNT($count) }.
}
reason-not-owing = { $name } doesn’t owe you a card.
reason-suit-not-held = You hold no { SUIT($suit) }: only a suit that you hold may be named.

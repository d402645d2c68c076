import type { Words } from './words.js';

export const ENGLISH: Words = {
  markers:
    'the at with w/ my is i what when to for and on of am pm an a cancel move add next tomorrow every this please schedule that it have did does back from not you are has we our them him',
  weekdays: 'monday tuesday wednesday thursday friday saturday sunday',
  months: 'january february march april may june july august september october november december',
  numbers: 'one two three four five six seven eight nine ten eleven twelve',
  words: `
tomorrow: tmrw, tmr, tomoz, tomo, 2morrow, 2moro, tommorow, tommorrow, tomorow, tomorrw; today: 2day; tonight: 2nite, tonite, 2night; with: w/, w; NOTHING: please, pls, plz; cancel: cancle, cancell
schedule: shedule, scheduel; reschedule: reshedule, resched; an hour: a free hour, free hour; thanks: thx, ty; meeting: mtg; appointment: appt, appts, appointmt; minutes: mins; what is: whats, what's; when is: whens, when's
where is: wheres, where's; who is: whos, who's; Wednesday: weds, wensday, wednsday, wedesday, weds; Thursday: thrusday, thursdy, thurday, thur; Saturday: saterday, satuday; Tuesday: teusday, tuseday; @: @'s
tomorrow: tomorrow's, tomorrows; today: today's, todays; tonight: tonight's, tonights; at #: around #, about #, at about #, at around #; i am: im, i'm; do not: dont, don't; cannot: can't, cant, can not; will not: won't, wont; i will: ill, i'll, i’ll
Christmas: xmas; by 1 day: to the next day, to the following day, until the next day, to the day after, by a day, a day later; 1 day earlier: to the day before, to the previous day, a day earlier; by 1 week: to the next week, to the following week, to the week after, by a week, a week later; half an hour: half hr, half an hr, half a hr; until: til, 'til; and: n, n'; and remind me: n remind me; could i squeeze: could i squeeze in; can i squeeze: can i squeeze in; can i fit: can i fit in; could i fit: could i fit in; 1:1: one on one, one-on-one, one to one, 1 on 1, 1-on-1; every hour: hourly; something: sth, smth, sthg
with: wiht, wth; about: abuot; add a: ad a; add an: ad an; what is: wats, wat is, what s, whts; when is: whn is, whn's; from: frm; from #: # onwards, from # onwards, from # on, # onward; from now on: going forward, from then on; before noon: before lunch
after #: not before #, no earlier than #, not earlier than #; before #: not after #, no later than #, not later than #; show me: read me, read out, read me out, give me an overview of, run me through, walk me through, talk me through
show me my: give me my; show me the: give me the; show me everything: give me everything; show me all: give me all; show me: tell me about, give me a rundown of, give me a summary of, let me see, pull up
do i have anything: got anything, anything on, have we got anything, do we have anything, got sth
when is: when does, when do i have, what time is, what time does, at what time is, at what time does, when exactly is, when exactly does, what day is, what date is, on what date is, on which day is, on what date does
who is coming to: who all is coming to, who's all coming to; 1 to 7 $: first week of $, first week in $, the first week of $; 1 to 14 $: first two weeks of $, first two weeks in $, the first two weeks of $; 1 to 15 $: first half of $, the first half of $
the week of: the week commencing, the week starting, the week beginning, week commencing, week starting, the week from; accept: say yes to, tell them yes for, tell them yes to, tell them i will come to, i am in for, rsvp yes to, rsvp yes for, tell them i can make
tentatively accept: tell them maybe for, tell them maybe to, say maybe to, put me down as maybe for, mark me as maybe for, reply maybe to, answer maybe to; decline: tell them no for, tell them no to, tell them i cannot come to, tell them i cannot make, reply no to, answer no to
NOTHING: on both calendars, on all calendars, in both calendars, in all calendars, on all my calendars, all my calendars, across all calendars, kinda, basically
NOTHING: in my calendar, in the calendar, on my calendar, on the calendar, to my calendar, to the calendar, to our calendar, into my calendar, to my schedule, on my schedule, in my diary, to my diary, in our calendar, on our calendar, into the calendar, in my agenda, to my agenda, for me please
cancel: call … off, take … off my calendar, remove … from my calendar, get … off my calendar, take … out; cancel: delete … from my calendar, cross … off, remove … from the calendar; decline: turn … down
can you add: would you mind adding, do you mind adding, would you mind putting, would you mind booking, would you mind scheduling, would you mind creating; can you move: would you mind moving, do you mind moving, would you mind changing, would you mind shifting; can you cancel: would you mind cancelling, would you mind canceling, would you mind deleting, would you mind removing; can you remind: would you mind reminding; can you tell: would you mind telling; can you show: would you mind showing
can you: can u, could u, cld u, cud u, would u, will u; what: wat, wot; we are: we're, we’re; add: put me down for, sign me up for; tentatively accept: put me down as a maybe for; remind me: warn me, nudge me, buzz me, give me a nudge, give me a heads up, give me a heads-up, give me a shout
undo: take that back, take it back, put that back how it was, put it back how it was, put that back, change that back, change it back, revert that
add: pencil … in, put … in, fit … in, squeeze … in, stick … in, pop … in, put … down, jot … down, note … down
starting: as of, as from, with effect from; starting in $: as of $, as from $, starting $, starting from $, from $ on, from $ onwards, beginning $
`,
};

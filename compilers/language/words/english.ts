import type { Words } from './words.js';

/** English as people type it. */
export const ENGLISH: Words = {
  markers:
    'the at with w/ my is i what when to for and on of am pm an a cancel move add next tomorrow every this please schedule',
  weekdays: 'monday tuesday wednesday thursday friday saturday sunday',
  months: 'january february march april may june july august september october november december',
  numbers: 'one two three four five six seven eight nine ten eleven twelve',
  words: `
tomorrow: tmrw, tmr, tomoz, tomo, 2morrow, 2moro, tommorow, tommorrow, tomorow, tomorrw; today: 2day
tonight: 2nite, tonite, 2night; with: w/, w; NOTHING: please, pls, plz; cancel: cancle, cancell
schedule: shedule, scheduel; reschedule: reshedule, resched; an hour: a free hour, free hour; thanks: thx, ty
meeting: mtg; appointment: appt, appts, appointmt; minutes: mins; what is: whats, what's; when is: whens, when's
where is: wheres, where's; who is: whos, who's; Wednesday: wensday, wednsday, wedesday, weds
Thursday: thrusday, thursdy, thurday, thur; Saturday: saterday, satuday; Tuesday: teusday, tuseday; @: @'s
tomorrow: tomorrow's; today: today's; at #: around #, about #, at about #, at around #; i am: im, i'm
do not: dont, don't; cannot: can't, cant, can not; will not: won't, wont; i will: ill, i'll, i’ll
Christmas day: xmas
NOTHING: in my calendar, in the calendar, on my calendar, on the calendar, to my calendar, to the calendar, to our calendar, into my calendar, to my schedule, on my schedule, in my diary, to my diary, in our calendar, on our calendar, into the calendar, in my agenda, to my agenda, for me please
cancel: call … off, take … off my calendar, remove … from my calendar, get … off my calendar, take … out
cancel: delete … from my calendar, cross … off, remove … from the calendar; decline: turn … down
add: pencil … in, put … in, fit … in, squeeze … in, stick … in, pop … in, put … down, jot … down, note … down
`,
};

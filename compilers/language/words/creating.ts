import { expressionsOf } from './words.js';

const PLACE_END = ',|\\s+(?:for|with|to|and|about|because|re)\\s';
const place = (name: string) => `((?=${name})(?:(?!${PLACE_END}).)+)$`;

/** Parts of a request to create: guests, title, place, and words outside the title. */
export const CREATING = expressionsOf(
  'allDay fromDate away meetingHost invite called place placeIn room oddPlace afterTime goesOn looseBefore looseAfter empty foreignVerb',
  String.raw`
allDay: \b(?:birthday|anniversary|wedding|holidays?|vacation|days? off|deadline|trip|conference|offsite|festival|retreat|sick|leave|pto|wfh|out of office|camp|geburtstag|hochzeit|urlaub|ferien|anniversaire|vacances|cumplea[nñ]os|vacaciones)\b
fromDate: \b(?:days?|weeks?|months?) from (?:the )?\d
away: ^(?:out|off|away)\b|\b(?:vacations?|(?<!school |bank |public )holidays?|^leave$|(?:on|annual) leave|pto|out of (?:the )?office|days? off|sick|urlaub|krank|vacances|vacaciones)\b
meetingHost: ^https?:\/\/[^/]*(?:zoom\.|meet\.|teams\.|whereby\.|webex\.|jitsi)
invite: ,? ?(?:and |please )*\binvit(?:e|ing) (.+)$
called: (?:^|\b)(?:called|named|titled|title:?) (.+)$
place: (?:^|[\s,])(?:at|@) +${place('\\S')}
placeIn: (?<!^(?:away|out|off))(?:^|[\s,])in ${place('(?:(?:room|building|hall|the|our) |\\p{Lu})')}
room: (?:^|[\s,])((?:room|raum|salle|sala|meeting room) \w{1,10})$
oddPlace: ,|\b(?:next|last|this|today|tomorrow|weeks?|woche|wochen|semaine|semana)\b|\bcal(?:endar)?\b| \p{P} |\b(?:or|not|instead|and|until|before|after)\b|\d.*\bfor\b
afterTime: ^ ?[,·–—] ?(\p{Lu}[\p{L}\p{N}'’.-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}'’.-]*){0,3})$
goesOn: ^(?:with|about|re) \S+(?: \S+){0,4}$
looseBefore: ^(?:[\s,;:.–—-]|(?:on|at|for|from|in|to|by|of|and|the|an?|my|our|it|as|some|recurring|repeating|is|are)(?=\s|$))+
looseAfter: (?:[\s,;:.!–—-]|(?:^|(?<=\s))(?:or|on|at|for|from|in|with|to|by|and|of|the|an?|my|our|starting|beginning|lasting|@|is|are|it|as|due|will be|should be)(?=\s|$))+$
foreignVerb: ^(?!(?:chez|dans|pour|avec|sur|bei|für|mit|auf|con|para|en|por) )(?:\p{L}+ (?:une?|eine?n?|una|den|die|das|dem|le|la|les|el|los|las|lo|mir|uns|mal|moi)(?= )|\p{L}+-(?:moi|nous|toi|lui|leur|les?|la)(?![\p{L}-])|(?=\p{L}*[áéíóú])\p{L}+(?:[mtl]e|nos|l[aeo]s?)(?= )|(?:pon|di|da|haz|sáca)[mn]e(?= ))
empty: ^(?:event|meeting|appointment|an event|new|entry|hold)$
`,
);

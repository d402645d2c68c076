import { STOP_WORDS, WEAK_WORDS } from '../../filter/common-words.js';
import { expressionsOf } from './words.js';

/** Nouns that mean only "an event". */
export const GENERIC = new Set([
  ...WEAK_WORDS,
  ...'invitation invite session class lesson call entry booking thing one sessions classes lessons calls entries invitations things'.split(
    ' ',
  ),
]);

/** Words that identify no event. */
export const STOP = new Set([
  ...STOP_WORDS,
  ...'series recurring entire whole upcoming the s con chez et y'.split(' '),
]);

/** Words about an event besides its name: number, position, and limits unless they are in the name. */
export const NAMING = expressionsOf(
  'everything all nth limits invitation allInvitations goesOn',
  String.raw`
everything: ^(?:all(?: of)?|everything|every|anything|each)(?: (?:my|the|of|our|events?|meetings?|appointments?|other|i have|have))*$
all: ^(?:all|both|every|each|everything|anything)\b(?: of)?(?: (?:my|the|our))?|\b(?:series|entire|whole|recurring)\b
nth: ^(?:the |my )?(first|second|third|last|other|next)\b
limits: ^(?:after|before|not|no|or|but|if|until|till|since|except|only|when|while|without|than|instead)$
invitation: ^(?:the |that |this |an? |my )?(?:invit(?:e|ation)|meeting request)$
allInvitations: ^(?:all|everything|every|any)(?: of)?(?: the| my)?(?: open| pending| new| unanswered)* ?(?:invites?|invitations?|meetings?|events?|requests?)?(?: (?:that )?i .*)?$
goesOn: (?:\band|,|;|\bbut) (?:\S+ )?(?:leave|keep|tell|send|move|remind|invite|make|add|cancel|let|set)\b
`,
);

import { expressionsOf } from './words.js';

/** Verbs that start another request. */
const VERBS =
  "schedule|(?:re)?book|add|create|set up|put|plan|arrange|move|push|postpone|delay|reschedule|shift|bring|change|cancel|delete|remove|call off|decline|accept|reject|find|show|list|what|when|remind me|rename|extend|shorten|undo|am i|are we|is there|do i|can you|could you|skip|who|whats|whens|tell|let|send|read|give|make|swap|switch|turn down|say (?:yes|no|maybe)|maybe|rsvp (?:yes|no)|clear|scrap|drop|get rid|stick|chuck|throw|pop|slot|squeeze|block|pencil in|note|mark|cut|don['’]?t|count me|set|check|no to|yes to";

/** Phrases around requests: polite words, joints, tasks for other programs, names that only refer back. */
export const ASIDES = expressionsOf(
  'before after polite elsewhere joint nameless',
  String.raw`
before: ^(?:[¿¡]|(?:hey(?: there)?|hi(?: there)?|hello|good morning|okay|ok|so|well|um+|uh+|kindly|and|then|also|thanks|yeah|yes(?=,)|just|right|great|cool|sure|fyi)\b[ ,!:-]*|(?:can|could|would|will) (?:you|we) |(?:i|we)(?:'d| would) like (?:you )?to |i (?:want|need|have) (?:you )?to |(?:i )?(?:gotta|need to|have to|wanna) |go ahead and |remember to (?=add|book|schedule)|let['’]?s (?=move|push|cancel|meet|reschedule)|make sure to |(?:tell|show|remind|let) me (?:know )?(?:again )?(?=(?:what|when|where|who|which|how)\b)|do you know (?=wh|how)|(?:ugh|fuck|damn|oh|ah|yo|quick (?:q|question))\b[ ,:]*|(?:as (?:a|an) )?(?:reminder|heads up)[,:] |(?:event|entry|appointment|meeting),: |new (?:invite|invitation|booking): )+
after: (?:[\s,]*(?:thanks|thank you|cheers|for me|if possible|:\)|(?:and |but )?(?:leave|keep) (?:the rest|everything else)(?: of (?:the series|it))?(?: as (?:it is|is|they are)| alone| untouched| unchanged)?|(?:and )?nothing else|(?:and )?the rest (?:of (?:the series|them) )?(?:must |should )?stays?|(?:and )?(?:can|could) you (?:put|add|change|do|note|save) (?:that|it|this)(?: in| down)?|(?:and )?(?:put|add|note|stick|pop|write|save) (?:that|it|this)(?: in| down)?|(?:just|only) (?:for )?(?:that|this|the) (?:one|time|once)|just (?:once|the one)|only (?:once|the one)|(?<=\|) only|on my behalf|keep the (?:same )?length|[.!?,;:]))+$
polite: ^[¿ ]*(?:\p{L}+,? )?(?:can|could|would|will) (?:you|we)\b
elsewhere: \b(?:to|on) (?:my |the |our )?(?:tasks?|to-?dos?|to-?do list|shopping list|list|reminders)$|^(?:set |start )?(?:an? )?(?:timer|stopwatch|alarm)\b
joint: (?:,? (?:and then|and also|then|and|also|plus)|[,;]) (?=(?:please )?(?:${VERBS})\b)
nameless: ^(?:(?:an?|the)? ?(?:other|another|new|same)(?: one)?|one|it|instead|it instead|again)$
`,
);

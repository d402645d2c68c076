/** Verbs and other words that start a request. */
export const SPOKEN_VERBS = {
  add: `schedule|add|create|set up|re-?book|(?:pop|stick|slot|squeeze)(?: in)?(?= an? | the | my )|enter|insert|put(?: down| in)?|pencil in|block(?: out| off)?|reserve|set aside|carve out|organi[sz]e|(?:book|plan|arrange|log|save|stick|note)(?= (?:an?|the|my|our|me|us|some|in|\\d+[- ]|\\||")) ?|make(?= an? )|set(?= an? | up)|new(?= (?:event|meeting|appointment|entry|call)\\b)|jot down|(?:i have|i've)(?: got)?(?= an? )|there is(?= an? )|let'?s (?:do|have)|get me|give me`,
  cancel: 'cancel|delete|remove|call off|erase',
  drop: 'scrap|drop|get rid of|scratch|kill|axe|ditch|nix|skip|strike|bin(?! (?:day|bags?|collection|lorry|men)\\b)|lose|wipe|clear|i will skip|(?:we|i) (?:do not|no longer|will not) need|forget(?: about)?',
  move: 'move|switch|push|postpone|delay|reschedule|re-schedule|shift|bring|pull|change|bump|put off|set(?! up)|kick|swap|knock|put(?= .* (?:back|later|earlier))',
  later: 'push|postpone|delay|bump|put off|knock|put(?= .* back)',
  accept: 'accept|confirm|say yes to|rsvp yes (?:to|for)',
  come: '(?:yes,? )?(?:yes (?:to|for)|i will (?:attend|come to|join|make it to|be at)|i can (?:attend|come to|make)|(?:count me|i am) in for)',
  decline: 'decline|reject|turn down|say no to|rsvp no (?:to|for)',
  stay: 'no to|(?:i )?(?:cannot|will not)(?: be able to)? (?:attend|make it to|come to|join|make|be at|do)|(?:i am )?not going to',
  tentative:
    'tentatively accept|maybe (?:to|for)|say maybe to|rsvp maybe (?:to|for)|i might (?:attend|come to|make)',
  extend: 'extend|lengthen|prolong',
  shorten: 'shorten|cut',
  tell: '(?:tell|let) {people} (?:know )?(?:that )?',
  because:
    '(?:,? decline it)?,? and (?:tell|let) (?:them|him|her|everyone|people)(?: know)?(?: that)? |,? because |, | with the (?:comment|note|message) ',
  is: 'is|was|has been|got|gets',
  dropped: 'cancelled|canceled|called off|off|not happening',
  now: '(?:(?:is|was|has been|got|gets|has|s)(?: now)? )?(?:moved|moves|moving|rescheduled|shifted|pushed)|(?:is|are|starts?|begins?|lasts?|will be|should be|should only be|needs to be|has to be|(?:needs|has) to (?:move|be moved|go)|is (?:staying|going on|lasting|running|here))',
  away: ',? (?:(?:and|so) )*(?:please )?(?:take|delete|remove|cancel) (?:it|that)(?: out| off)?',
  make: 'make|set(?! up)|let|turn',
  have: 'have|do|hold|start|begin',
  reminder: '(?:(?:remind|ping|alert) me|(?:set |add |create |put )?(?:an? )?(?:reminder|alert|alarm))',
  ahead: '(?:before|beforehand|earlier|in advance|ahead)',
} as const;

import { CHANGES, DELETIONS, REPLIES } from './change-sayings.js';
import { FILLERS, PLANS, QUESTIONS } from './plan-sayings.js';
import type { Words } from './words.js';

const VERBS =
  'move|push|cancel|delete|remove|book|schedule|add|create|make|put|change|set|remind|accept|decline|what|when';

/** Chat style, and other ways to say what the readers know. */
export const ENGLISH: Words = {
  markers:
    "the|at|with|w/|tomorrow|tmrw|next|every|my|is|i|what|what['’]s|when|to|for|and|on|of|am|pm|an?|cancel|move|add|accept|decline",
  phrases: [
    ...FILLERS,
    ...DELETIONS,
    ...CHANGES,
    ...REPLIES,
    ["(?<!\\p{L})['‘]([^'’]{1,80})['’]", '"$1"'],
    ['(?:the )?same time', ''],
    ['2morr?ow?|2mrw|tmr|tmrw|tomoz|tomo', 'tomorrow'],
    ['tomm?or?ro?w', 'tomorrow'],
    ['2day', 'today'],
    [' ?\\| ?', ', '],
    [
      '^(show|show me|list|view) (?=(?:january|february|march|april|may|june|july|august|september|october|november|december)$)',
      '$1 in ',
    ],
    ['not (?:on )?\\p{L}+day,? but', ''],
    [',? ?\\(?not (?:on )?\\p{L}+day[!)]{0,3}', ''],
    ['2nite|tonite', 'tonight'],
    ['thx|ty', 'thanks'],
    ['pls|plz', 'please'],
    ['wat|wut', 'what'],
    ['appt|appts', 'appointment'],
    ['mtg', 'meeting'],
    ['w/', 'with '],
    ['w(?= \\p{L})', 'with'],
    ['wed?nes?day|wensday|wendsday', 'Wednesday'],
    ['(\\d{1,2}(?::\\d\\d)?)[ -]?ish', 'around $1'],
    ['\\(?(?:ca|approx|roughly)\\.? (\\d[^)]{0,20})\\)?', 'for $1'],
    ['my (week|weekend|month)', 'this $1'],
    ['(?:until|till|til) late', ''],
    ['there instead', ''],
    [
      '(?:in |on |for )?the (morning|afternoon|evening|night) of (the \\d{1,2}(?:st|nd|rd|th)|\\d{1,2} \\p{L}{3,9}|\\p{L}{3,9} \\d{1,2})',
      'on $2 in the $1',
    ],
    ['to the (?:next day|day after|following day)$', 'by a day later'],
    ['to the (?:day before|previous day)$', 'by a day earlier'],
    ['tell me,?(?: please,?)? (?:whether|if) there (?:is|are)', 'is there'],
    ['tell me(?=,? (?:what|when|where|who))', ''],
    [
      "i(?:['’]m| am|['’]ll be) (?:in|at) (\\p{Lu}\\p{L}{1,30}) (?=from|on|next|this|until|tomorrow|\\p{L}+day)",
      'add "In $1" ',
    ],
    ["^i(?:['’]m| am|['’]ll be) (?=on (?:holiday|vacation|leave)|away|out|off|travel)", 'add '],
    ["^i(?:['’]ve got| have(?: got)?) (?=an? )", 'add '],
    ['^(?:make|have) (.{1,60}?) start (?:at )?(?=\\d|noon|half|quarter)', 'move $1 to '],
    [
      "(?:i['’]m|we['’]re) (?:running )?(?:late|sick|ill|delayed)[^,]{0,40}, (?=(?:please )?(?:VERBS))".replace(
        'VERBS',
        VERBS,
      ),
      '',
    ],
    [`(?:sorry|oops|actually|hm+|sure|great)[,!]? (?=(?:please )?(?:${VERBS}|undo))`, ''],
    ['^(?:as (?:agreed|discussed|promised)),? ', ''],
    [
      "^(?:we |i )?(?:do not|don['’]t|no longer) need (.{1,80}?)(?: any ?more| any longer)?(?:,.{0,60})?$",
      'cancel $1',
    ],
    [
      '^(?:take|remove) (.{1,80}?) (?:off|from) (?:my|the|our) (?:calendar|schedule|agenda|diary)$',
      'cancel $1',
    ],
    [
      '^(.{1,80}?) (?:is|was|has been|got) (?:off|cancel+ed|called off|not happening|no longer happening)$',
      'call off $1',
    ],
    [
      '^(?!move|push|re)(.{1,80}?) (?:is |was |has been |got |gets )?(?:moved|rescheduled|postponed|shifted|pushed back) (?:from .{1,30} )?to (.{1,60})$',
      'move $1 to $2',
    ],
    [
      '^(?:make |have )?(.{1,80}?) (?:needs to be|should be|has to be|must be|at|on|to) (.{1,60}?),? instead(?: of .{1,40})?(?:, *)?$',
      'move $1 to $2',
    ],
    ['^(?:my )?next (meeting|appointment|event|call|session)(?= with)', 'when is my next $1'],
    [
      "^(?:how (?:does|is)|what does|what['’]s|give me an overview of|an? overview of|summari[sz]e) (?:my|the) day(?: look)?(?: like)?(?= )",
      "what's on",
    ],
    ['^(?:please )?(?:give|send) me (?:an? |the )?(?:overview|summary|rundown) (?:of|for) ', 'show '],
    ['^(?:rsvp|reply|respond|answer) (yes|no|maybe)(?: (?:to|for))?(?= )', 'say $1 to'],
    [
      "^(?:yes|yep|i['’]m in) (?:to|for)(?= )|^count me in (?:for|on)(?= )|^i['’]ll be (?:at|there for)(?= )|^i(?:['’]m| am) (?:coming|going) to(?= )",
      'say yes to',
    ],
    ['^(?:no|nope) to(?= )|^count me out (?:for|of)(?= )', 'say no to'],
    ['^(?:tell|let) \\p{L}{1,30} (?:know )?(?:that )?(?=i(?: |\\W))', ''],
    ["^(?:i )?(?:won['’]?t|will not) be able to (?:come to|make|attend|join)", "i can't come to"],
    ...PLANS,
    ...QUESTIONS,
  ],
};

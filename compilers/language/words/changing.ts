import { expressionsOf } from './words.js';

const WAY = 'later|out|earlier|sooner|forwards?|up|longer|shorter|back';
const NUMBER = '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter)\\b';
const AMOUNT =
  '(?:(?:about|only|just|for) )*(?:\\|+|(?:another |an? (?:extra )?|\\d+ |one |two |three |half an? )(?:hour|day|week)s?)';

/** Parts of a change: lengths, directions, and words that introduce a new time. */
export const CHANGES = expressionsOf(
  'size wayAlone isEarlier to at joins noise',
  `
size: (?<![^ ])(?:(${WAY}) )?(?:(by|to|be|at|last|run|take) )?(?:(?:be|only|just) )*(${AMOUNT})(?: long)?(?: (${WAY}))?(?= |$|[,.])(?: instead of \\S+(?: minutes)?)?
wayAlone: ^(${WAY})(?= )|(?<= )(${WAY})(?= (?:by |to |until )|$)
isEarlier: ^(?:earlier|sooner|forwards?|up)$
to: (?<= |^)(?:up |back )?(?:to|until|till|for|into)(?: be)?(?: (?:at|on))? (?=\\||\\d|${NUMBER})
at: (?<= |^)(?:(?:at|on|to|until|till|in|now) )*(?=\\||\\d|${NUMBER})
joins: ^(?:,? ?(?:at|on|to|until|till|from|in|[-–])? ?)?$
noise: (?<![^ |,])(?:instead|now|already|o['’]?clock|sharp|(?:(?:at|keep) )?(?:the )?same time|keep the time|as well)(?![^ ,.|])
`,
);

import type { Occurrence } from '../../../schemas/model/event.js';
import { wordsIn } from '../../filter/search-term.js';
import { isNearWord } from './near-word.js';

/** Words that names seldom have: some of the request was not understood. */
const ODD =
  /\b(?:i|you|we|he|she|they|him|them|it|its|his|is|are|was|were|be|been|am|does|do|did|could|can|cant|please|sure|just|not|but|or|if|give|moved?|instead|until|before|after|cancel\w*|should|would|might|must|will|has|have|had|got|gets?|goes|every|each|everything|anything|something|when|what|whats|where|who|why|how|except|unless|because|since|while|than|then|also|too|now|already|again|same|earlier|later|sooner|longer|shorter|starts?|starting|ends?|ending|leaves|leaving|departing|departs|arriving|arrives|lands|today|tonight|tomorrow|yesterday|week|weeks|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|around|yes|yeah|nope|okay|sorry|maybe|perhaps|actually|whatever|there|theres|thats|reminder|remind|recurring|invite|invites|send|dont|wont|im|ive|ill be)\b|\w['’](?:ll|re|ve|d|m)\b|[|*#&]$|[|*#@]| \p{P} |\b(?:mon|tue|wed|thu|fri|sat|sun)\b/iu;
/** A preposition without its noun. */
const DANGLING =
  /^(?:of|than|about|re|so|oh|with|for|and|to|by|from|\p{L})\b|\b(?:to|for|at|on|in|with|from|of|by|the|a|an|and) (?:to|for|at|on|in|with|from|of|by|and)\b|\b(?:to|for|at|on|in|with|from|of|by|be|the|a|an|and|my|me)$| with .* with | for .* for |^\w+$(?<=^(?:bin|do|go|be|make|get|have|set))/iu;
/** A number that looks like a time: it is one that was not read. */
const TIME =
  /\b\d{1,2}[.:]\d\d\b(?![.\d])|\b\d{1,2} ?(?:am|pm|h|uhr|ish)\b|(?:^|, )\d{1,2}(?:$| \p{L})|[ ,]\d{1,2}, /iu;
/** `Stick a coffee`: what begins like this is a command, unless it is a known errand. */
const COMMAND = /^(\p{L}+) (?:an?|the|my|me|us|our|some|in|it|him|her|them|your)\b/iu;
const ERRAND =
  /^(?:call|ring|phone|text|email|buy|pay|pick|take|get|collect|fetch|feed|walk|clean|wash|water|fix|visit|meet|see|watch|read|write|finish|submit|order|renew|return|check|review|prepare|pack|bake|cook|mow|drop|bring|leave|visiting|dinner|lunch|breakfast|coffee|drinks|day|night|party|on|at|in|out|off|over|all|march|walking|across|into|paint|repair|post|empty|iron|do|build|install|test|send|sign|print|unpack|replace|charge|celebrate|attend|practi[cs]e|learn|study)$/i;
const VERBS =
  'cancel delete remove schedule reschedule decline accept postpone remind create update change invite shorten extend rename'.split(
    ' ',
  );

/** Whether a title has words that more likely belong to the request than to the name of an event. */
export function isOddTitle(title: string, isAsked: boolean): boolean {
  if (ODD.test(title) || DANGLING.test(title) || TIME.test(title)) return true;
  const [first = ''] = title.split(' ');
  if (VERBS.some((verb) => verb !== first.toLowerCase() && isNearWord(first.toLowerCase(), verb)))
    return true;
  const command = COMMAND.exec(title)?.[1];
  return !isAsked && command !== undefined && !ERRAND.test(command);
}

/** Whether a title ends with that of an event that is there: what stands before it may ask for a change of that one. */
export function isOfKnown(title: string, events: readonly Occurrence[]): boolean {
  const said = wordsIn(title).join(' ');
  return events.some((event) => {
    const known = wordsIn(event.title).join(' ');
    return known !== '' && said.endsWith(` ${known}`);
  });
}

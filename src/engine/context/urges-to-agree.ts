import { foldText } from '../../../compilers/filter/fold-text.js';
import { readingsOf } from './readings-of.js';

/** Matches text that tells its reader to agree for a person; words are separated by single spaces. */
const CONSENT = new RegExp(
  [
    'confirm.{0,40}tokens?\\b|\\btokens?\\b.{0,40}confirm|pending ?action',
    '\\b(?:already|implied|previously) (?:agreed|approved|confirmed|consented|given)\\b|\\bagreed (?:to|by) (?:all|any|every|default)',
    '\\b(?:approval|consent|agreement|confirmation)\\b.{0,40}\\b(?:implied|given|granted|assumed|by default)\\b',
    '\\bcounts? as (?:an? )?(?:approval|consent|agreement|confirmation)\\b|\\bon (?:their|his|her|the user s) behalf\\b',
    '\\bwithout (?:further )?(?:asking|questions|confirmation)\\b|\\b(?:do not|don t|never|no need to) (?:ask|bother|question)\\b|\\bdisturb (?:the|your|any|them|him|her)\\b',
  ].join('|'),
  'i',
);

/** Answers omit these characters. */
const HIDDEN = /[^\P{C}\s]/gu;
const BETWEEN_WORDS = /[\s\p{P}\p{S}]+/gu;
const TAG = /<\/?[a-z][^<>]{0,200}>/gi;

/** True if a text tells its reader to agree for a person. */
export function urgesToAgree(text: string): boolean {
  for (const one of readingsOf(text)) if (CONSENT.test(inWords(one))) return true;
  return false;
}

function inWords(text: string): string {
  return foldText(text.replace(HIDDEN, '').replace(TAG, ' ')).replace(BETWEEN_WORDS, ' ');
}

import { type Fields, toWrite, type Word } from '../meaning.js';
import { required } from './items.js';
import type { OldMutation } from './write-input.js';

type Action = (given: OldMutation) => Fields;

const flat: Word<Action> = {
  why: 'Tags are words on events; they are not below each other.',
  nearest: toWrite({
    operation: 'update',
    filters: { tags: 'errand' },
    each: true,
    changes: { addTags: ['home'] },
  }),
};
const replaced =
  (by: 'newName' | 'targetTag'): Action =>
  (given) => {
    const from = required(given.tagName, '/mutation/tagName');
    const to = required(given[by], `/mutation/${by}`);
    return {
      operation: 'update',
      filters: { tags: from },
      each: true,
      changes: { addTags: [to], removeTags: [from] },
    };
  };

/** Changes of a tag wherever it is. */
export const TAG_ACTIONS: Readonly<Record<NonNullable<OldMutation['action']>, Word<Action>>> = {
  rename: { ours: 'update of each event with the tag: addTags, removeTags', to: replaced('newName') },
  merge: { ours: 'update of each event with the tag: addTags, removeTags', to: replaced('targetTag') },
  delete: {
    ours: 'update of each event with the tag: removeTags',
    to: ({ tagName }) => {
      const tag = required(tagName, '/mutation/tagName');
      return { operation: 'update', filters: { tags: tag }, each: true, changes: { removeTags: [tag] } };
    },
  },
  create: {
    why: 'A tag is there once an event has it.',
    nearest: toWrite({ operation: 'update', id: 'k3v9x2m8qa', changes: { addTags: ['errand'] } }),
  },
  nest: flat,
  unnest: flat,
  reparent: flat,
};

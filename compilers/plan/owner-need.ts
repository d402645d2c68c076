/** Needed facts about an account's owner: answers, refusals, open invitations, own meetings, or identity. */
export type OwnerNeed = 'response' | 'busy' | 'invitations' | 'organizer' | 'people';

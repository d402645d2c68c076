/** What an answer has to know of the owner of an account: answers, refusals, what waits for one, or who it is. */
export type OwnerNeed = 'response' | 'busy' | 'invitations' | 'people';

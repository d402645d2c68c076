/** What an answer has to know of the owner of an account: answers, refusals, what waits for one, what they organize, or who it is. */
export type OwnerNeed = 'response' | 'busy' | 'invitations' | 'organizer' | 'people';

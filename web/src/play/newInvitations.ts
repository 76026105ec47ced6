/** The secrets of invitations to a table that was just opened: the server tells them once, and the table shows them. */

const invitations = new Map<string, Readonly<Record<string, string>>>();

/** Keep the invitations of a new table until its screen shows them. */
export function keepInvitations(table: string, bySeat: Readonly<Record<string, string>>): void {
  if (Object.keys(bySeat).length > 0) invitations.set(table, bySeat);
}

/** The invitations of a table that was opened on this page, by seat. */
export function invitationsOf(table: string): Readonly<Record<string, string>> {
  return invitations.get(table) ?? {};
}

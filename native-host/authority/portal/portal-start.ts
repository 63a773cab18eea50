/** The upload page: a browser opens it to get a session, and it proves a session. */
export const portalStart = ({ portalUrl }: { portalUrl: string }): string => `${portalUrl}/WAS6DUS/`

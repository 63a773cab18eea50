import type { Profile } from '../../profile/profile.ts'

/** The address of the list of one company, or of all. `days`: how far back it goes. */
export function listUrl(spvUrl: string, { days, cui }: { days: number; cui?: string }): string {
  return `${spvUrl}/listaMesaje?zile=${days}${cui === undefined ? '' : `&cif=${encodeURIComponent(cui)}`}`
}

/** The shortest list: a browser opens it to get a session, and it proves a session. */
export const helloUrl = ({ spvUrl }: Pick<Profile, 'spvUrl'>): string => listUrl(spvUrl, { days: 1 })

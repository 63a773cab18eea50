/** Words of declarations; the rest is in ro.ts. */
export const roDeclarations = {}

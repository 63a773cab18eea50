/** A number given to the long form as `--name value`, which arrives as RECIPISA_NAME; `usual` where it is not given. */
export function numberOption(name: string, usual: number): number {
  const given = process.env[`RECIPISA_${name.toUpperCase()}`]
  return given === undefined ? usual : Number(given)
}

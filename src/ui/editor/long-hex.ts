/**
 * A colour in the only form that Monaco's token rules take: `#rgb` → `#rrggbb`. Style sheets are written out in full, but
 * builds shorten them.
 */
export function longHex(colour: string): string {
  return /^#[\da-f]{3}$/i.test(colour) ? colour.replace(/[\da-f]/gi, '$&$&') : colour
}

interface Tap {
  menuId: number
  letter: string
}

/** Returns the data of the postback of an area of a menu. */
export const tapData = ({ menuId, letter }: Tap): string => `ruam=menu&m=${menuId}&a=${letter}`

/** Reads the data of a postback; undefined unless an area of a menu has it. */
export function readTap(data: string): Tap | undefined {
  const [, menuId, letter] = /^ruam=menu&m=([1-9]\d{0,8})&a=([A-T])$/.exec(data) ?? []
  return letter === undefined ? undefined : { menuId: Number(menuId), letter }
}

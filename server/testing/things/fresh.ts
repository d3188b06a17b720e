let serial = 0
/** A number given to nothing before. */
export const freshNumber = () => ++serial

export const fresh = (word: string) => `${word}${++serial}`
export const freshPhone = () => `08${String(++serial).padStart(8, '0')}`

/** Numbers on from there: what is made of a row next is named as in another store. */
export const numberFrom = (last: number) => {
  serial = last
}

/** What stands in a file instead of a row about somebody who asked to be forgotten: the row keeps its number. */
export const ERASED_ROW = 'ruam:erased'

export const isErasedRow = (cells: readonly string[]) => cells.length === 1 && cells[0] === ERASED_ROW

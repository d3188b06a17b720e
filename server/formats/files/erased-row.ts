/** Replacement for a row about an erased person: row numbers stay. */
export const ERASED_ROW = 'ruam:erased'

export const isErasedRow = (cells: readonly string[]) => cells.length === 1 && cells[0] === ERASED_ROW

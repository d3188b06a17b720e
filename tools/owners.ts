// Each table is written by the folder that declares it; `check-owners.ts` holds it. What others write stands here.

/** Columns that other folders keep. */
export const columns: readonly { column: string; folders: readonly string[]; reason: string }[] = []

/** Files that write tables of other folders, or tables whose names they are given. */
export const bulk: readonly { file: string; tables: readonly string[]; reason: string }[] = []

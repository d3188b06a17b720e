import type { RowDecision } from './decided-rows.ts'
import type { RowEntry } from './entry.ts'

/** Run and record number of a row. */
export interface RowPlace {
  run: number
  row: number
}

/** Run that writes a batch; `places`: where its rows belong, by number, if they are of several runs. */
export interface RunOrigin {
  id: number
  createdBy: number | null
  places?: ReadonlyMap<number, RowPlace> | undefined
}

/** Returns the run and the record number of a row. */
export const placeOf = ({ id, places }: Pick<RunOrigin, 'id' | 'places'>, no: number): RowPlace =>
  places?.get(no) ?? { run: id, row: no }

/** Returns the run of each person of a batch that several runs share. Rows of two runs never share a person: see sharesPeople. */
export function runsOfPeople(
  { places }: Pick<RunOrigin, 'places'>,
  decisions: readonly RowDecision[],
): Map<RowEntry, number> {
  const runs = new Map<RowEntry, number>()
  if (!places) return runs
  for (const { no, entry, holder } of decisions)
    for (const person of [entry, holder]) if (person) runs.set(person, places.get(no)!.run)
  return runs
}

/** True if rows of two runs meet in one person: their journals need the state between them, so they are written in turn. */
export function sharesPeople(places: ReadonlyMap<number, RowPlace>, decisions: readonly RowDecision[]): boolean {
  const runs = new Map<RowEntry, number>()
  for (const { no, entry, holder } of decisions) {
    const { run } = places.get(no)!
    for (const person of [entry, holder]) {
      if (!person) continue
      if ((runs.get(person) ?? run) !== run) return true
      runs.set(person, run)
    }
  }
  return false
}

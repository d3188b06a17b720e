import { automationLimits } from '@ruam/contract/automations/definition.ts'
import { allSteps, type OpenFork, type OpenPlain, type OpenStep } from './open-step.ts'

type Branch = 'yes' | 'no'

/** A list of steps: the column, or a branch of a condition. */
export type ListOf = { fork: number; branch: Branch } | null

/** A line of the column from top to bottom: a step, the head of a branch, or the end of a branch, at which steps are added. */
export type Row =
  | { kind: 'step'; step: OpenStep; number: number; list: ListOf }
  | { kind: 'head' | 'end'; fork: OpenFork; list: NonNullable<ListOf> }

/** Returns the lines of the column. Steps are numbered from 1 in reading order. */
export function rowsOf(steps: readonly OpenStep[]): Row[] {
  let number = 0
  const row = (step: OpenStep, list: ListOf): Row => ({ kind: 'step', step, number: ++number, list })
  return steps.flatMap((step): Row[] => {
    const own = row(step, null)
    if (step.kind !== 'condition') return [own]
    const branch = (name: Branch): Row[] => {
      const list = { fork: step.id, branch: name }
      return [
        { kind: 'head', fork: step, list },
        ...step[name].map((inner) => row(inner, list)),
        { kind: 'end', fork: step, list },
      ]
    }
    return [own, ...branch('yes'), ...branch('no')]
  })
}

const inList = (steps: readonly OpenStep[], list: ListOf, change: (inner: OpenPlain[]) => OpenPlain[]): OpenStep[] =>
  steps.map((step) =>
    list && step.kind === 'condition' && step.id === list.fork
      ? { ...step, [list.branch]: change(step[list.branch]) }
      : step,
  )

/** Returns the steps of a list. */
export function stepsIn(steps: readonly OpenStep[], list: ListOf): readonly OpenStep[] {
  if (!list) return steps
  const fork = steps.find(({ id }) => id === list.fork)
  return fork?.kind === 'condition' ? fork[list.branch] : []
}

/** True if a list takes another step. */
export const hasRoom = (steps: readonly OpenStep[], list: ListOf): boolean =>
  list === null || stepsIn(steps, list).length < automationLimits.branch

/** Returns the steps with another at an index of a list; undefined if a branch is full or would hold a condition. */
export function inserted(
  steps: readonly OpenStep[],
  list: ListOf,
  index: number,
  step: OpenStep,
): OpenStep[] | undefined {
  if (!list) return steps.toSpliced(index, 0, step)
  if (step.kind === 'condition' || !hasRoom(steps, list)) return undefined
  return inList(steps, list, (inner) => inner.toSpliced(index, 0, step))
}

/** Returns the steps without one; a condition takes its branches with it. */
export const removed = (steps: readonly OpenStep[], id: number): OpenStep[] =>
  steps
    .filter((step) => step.id !== id)
    .map((step) =>
      step.kind === 'condition'
        ? { ...step, yes: step.yes.filter((inner) => inner.id !== id), no: step.no.filter((inner) => inner.id !== id) }
        : step,
    )

/** Returns the steps with another version of one. */
export function replaced(steps: readonly OpenStep[], changed: OpenStep): OpenStep[] {
  const among = <S extends OpenStep>(list: readonly S[]) =>
    list.map((step) => (step.id === changed.id ? (changed as S) : step))
  return among(steps).map((step) =>
    step.kind === 'condition' && step.id !== changed.id ? { ...step, yes: among(step.yes), no: among(step.no) } : step,
  )
}

/** Largest number of a step. */
const MOST_ID = 1_000_000

/** Returns the number of a new step. Drawn, because the numbers of removed steps still belong to those who did them. */
export function newId(steps: readonly OpenStep[]): number {
  const taken = new Set(allSteps(steps).map(({ id }) => id))
  for (;;) {
    const id = 1 + Math.floor(Math.random() * MOST_ID)
    if (!taken.has(id)) return id
  }
}

/** Returns the steps with a copy of one behind it, and the number of the copy; undefined if there is no room. */
export function duplicated(steps: readonly OpenStep[], id: number): { steps: OpenStep[]; id: number } | undefined {
  const row = rowsOf(steps).find((one) => one.kind === 'step' && one.step.id === id)
  if (row?.kind !== 'step') return undefined
  const { step, list } = row
  const copy = structuredClone(step)
  const taken: OpenStep[] = [...allSteps(steps)]
  for (const one of allSteps([copy])) {
    one.id = newId(taken)
    taken.push(one)
  }
  if (taken.length > automationLimits.steps) return undefined
  const index = stepsIn(steps, list).findIndex((one) => one.id === id) + 1
  const next = inserted(steps, list, index, copy)
  return next && { steps: next, id: copy.id }
}

/** Returns the steps with the one of a line moved to another line, in or out of branches. It passes full branches. */
export function moved(steps: readonly OpenStep[], from: number, to: number): OpenStep[] {
  const rows = rowsOf(steps)
  const row = rows[from]
  if (row?.kind !== 'step' || from === to) return [...steps]
  if (row.step.kind === 'condition') return forkMoved(steps, rows, from, to)
  const others = rows.toSpliced(from, 1)
  const rest = removed(steps, row.step.id)
  const by = to > from ? 1 : -1
  for (let at = to; at >= 0 && at <= others.length; at += by) {
    const [list, index] = by > 0 ? behind(rest, others[at - 1]!) : before(rest, others[at])
    const next = inserted(rest, list, index, row.step)
    if (next) return next
  }
  return [...steps]
}

type Spot = readonly [list: ListOf, index: number]
const indexOf = (steps: readonly OpenStep[], list: ListOf, id: number) =>
  stepsIn(steps, list).findIndex((step) => step.id === id)

/** Returns the spot behind a line, on the way down. */
function behind(steps: readonly OpenStep[], row: Row): Spot {
  if (row.kind === 'step') {
    if (row.step.kind === 'condition') return [{ fork: row.step.id, branch: 'yes' }, 0]
    return [row.list, indexOf(steps, row.list, row.step.id) + 1]
  }
  if (row.kind === 'head') return [row.list, 0]
  if (row.list.branch === 'yes') return [{ ...row.list, branch: 'no' }, 0]
  return [null, indexOf(steps, null, row.fork.id) + 1]
}

/** Returns the spot in front of a line, on the way up. */
function before(steps: readonly OpenStep[], row: Row | undefined): Spot {
  if (!row) return [null, steps.length]
  if (row.kind === 'step') return [row.list, indexOf(steps, row.list, row.step.id)]
  if (row.kind === 'end') return [row.list, stepsIn(steps, row.list).length]
  const { fork } = row.list
  if (row.list.branch === 'yes') return [null, indexOf(steps, null, fork)]
  return [{ fork, branch: 'yes' }, stepsIn(steps, { fork, branch: 'yes' }).length]
}

/** A condition moves past the steps of the column, and takes its branches along. */
function forkMoved(steps: readonly OpenStep[], rows: readonly Row[], from: number, to: number): OpenStep[] {
  const own = (rows[from] as Extract<Row, { kind: 'step' }>).step
  const columnIndex = (row: Row | undefined) => {
    if (!row) return steps.length - 1
    const id = row.kind === 'step' ? (row.list ? row.list.fork : row.step.id) : row.fork.id
    return indexOf(steps, null, id)
  }
  const at = indexOf(steps, null, own.id)
  const target = columnIndex(rows[to])
  // One line down is its own first branch.
  const goal = target === at && to === from + 1 ? Math.min(at + 1, steps.length - 1) : target
  return steps.toSpliced(at, 1).toSpliced(goal, 0, own)
}

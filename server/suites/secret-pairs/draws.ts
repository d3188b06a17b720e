import type { CallName, Request } from '../calls.ts'
import type { Chance } from './chance.ts'
import { ruleFor } from './closed-rules.ts'
import { type EndKind, guessOf } from './step.ts'
import type { World } from './world.ts'

type InWorld<T> = (world: World) => T

/** A way to ask: its weight, call and name, what it sends, and the dependence by which it may change what exists for others. */
export type Way = readonly [
  weight: number,
  name: CallName,
  way: string,
  request: InWorld<Request | Promise<Request>>,
  changes?: EndKind,
]

/** Choices that the ways of one step share: a closed field and a guess, a customer, a segment, a rule. */
export function drawsOf(chance: Chance, world: World) {
  const at = chance.int(world.closed.length)
  const closed = world.closed[at]!
  const guess = guessOf(chance, closed)
  const rule = ruleFor(chance, world)
  const [person, other] = [chance.int(world.profiles.length), chance.int(world.profiles.length)]
  const [segment, source] = [chance.int(world.closedSegments.length), chance.int(world.source.runs.length)]
  const id: InWorld<Record<string, string>> = (of) => ({ id: String(of.profiles[person]) })
  const label: InWorld<Record<string, string>> = (of) => ({ id: String(of.closedSegments[segment]) })
  const member: InWorld<Record<string, string>> = (of) => ({ ...label(of), profile_id: String(of.profiles[person]) })
  const closedId: InWorld<number> = (of) => of.closed[at]!.id
  const sort: InWorld<string> = (of) => {
    const { id: fieldId } = of.closed[at]!
    return fieldId < 1000 ? closed.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : `field_${fieldId}`
  }
  const written = chance.is(0.8) ? guess : null
  const auto = chance.is(0.7)
  const labelName = `กลุ่ม${chance.int(1000)}`
  const dry = chance.is(0.5)
  const connector: InWorld<Record<string, string>> = (of) => ({ id: String(of.connector) })
  const path = world.paths[at + 2]!
  const group = {
    error: chance.pick(['number_invalid', 'value_invalid', 'phone_invalid', 'cell_invalid']),
    ...(dry && { path }),
    value: chance.pick([String(guess), 'ไม่ทราบ-A4C', 'ไม่ทราบ-B7D']),
  }
  const run: InWorld<Record<string, string>> = (of) => ({ id: String(of.source.id), run_id: of.source.runs[source]! })
  const columns = chance.pick([undefined, ['firstName', closed.name], ['firstName']])
  const phone = world.phones[person]!
  return {
    ...{ closed, guess, at, rule, person, other, segment, id, label, member, closedId, sort, written, auto },
    ...{ labelName, dry, connector, path, group, run, columns, phone },
  }
}

export type Draws = ReturnType<typeof drawsOf>

import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Chance } from './chance.ts'
import { callOf, type Step } from './step.ts'
import type { World } from './world.ts'

// Acts of the owner, who may read every field. Their answers are seen by nobody else and not compared.

export function ownerStep(chance: Chance, world: World): Step {
  const [at, person, draw] = [chance.int(world.closed.length), chance.int(world.profiles.length), chance.int(3)]
  const segment = chance.int(world.closedSegments.length)
  const acts: [number, Omit<Step, 'caller' | 'call'> & { name: Parameters<typeof callOf>[0] }][] = [
    [
      8,
      {
        ...{ way: 'owner changes a closed value', name: 'olderProfiles.update' },
        request: async (of) => {
          const closed = of.closed[at]!
          const params = { id: String(of.profiles[person]) }
          const value = await storedValue(of, params, closed.id)
          // A change in both worlds: the version that is written is seen by all.
          const others = closed.guesses.filter((guess) => String(guess) !== String(value))
          return { params, body: { fields: [{ id: closed.id, value: others[(draw + of.side) % others.length]! }] } }
        },
      },
    ],
    [
      2,
      {
        ...{ way: 'owner calculates a closed segment', name: 'segments.calculate' },
        request: (of) => ({ params: { id: String(of.closedSegments[segment]) } }),
      },
    ],
    [1, { ...{ way: 'owner looks for duplicates', name: 'profileDuplicates.scan' }, request: () => ({}) }],
    [
      0.5,
      {
        ...{ way: 'owner labels a closed segment', name: 'profileBulk.start', changes: 'act' as const },
        request: (of) => ({
          body: {
            target: {
              filter: {
                rule: {
                  condition: 'and',
                  rules: [{ kind: 'label', operator: 'has_any', label_ids: [of.closedSegments[segment]] }],
                },
              },
            },
            action: { type: 'add_labels', label_ids: [of.labels[0]] },
          },
        }),
      },
    ],
  ]
  const { name, ...act } = chance.weighed(acts)
  return { ...act, call: callOf(name), caller: 'owner' }
}

/** A stored value, as the owner reads it. */
async function storedValue(of: World, params: { id: string }, field_id: number) {
  if (of.kind === 'sensitive') return (await of.store.call(profiles.unmask, { params, body: { field_id } })).value
  return (await of.store.call(profiles.get, { params })).fields.find(({ id }) => id === field_id)?.value
}

import { expect, test } from 'vitest'
import { funnelOf } from './funnel.ts'
import type { SentRule } from './segment-rule.ts'

const leaf = { kind: 'label', operator: 'has_any', labelIds: [1] }
const rule = (target: unknown) =>
  ({ autoApplyEnabled: true, filter: { profileCreatedAt: null, referenceLabelIds: [] }, target }) as unknown as SentRule
const steps = (of: SentRule, counts: readonly (readonly [path: string, left: number])[]) =>
  funnelOf(
    of,
    counts.map(([path, left]) => ({
      path: ['target', ...path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))],
      alone: 0,
      left,
    })),
  ).map(({ added }) => added)

test('a step joined by "or" says what it adds, also nothing', () => {
  const or = rule({ condition: 'and', groups: [{ condition: 'or', rules: [leaf, leaf, leaf] }] })
  const at = ['groups.0.rules.0', 'groups.0.rules.1', 'groups.0.rules.2'] as const
  expect(
    steps(or, [
      [at[0], 20],
      [at[1], 300],
      [at[2], 300],
    ]),
  ).toEqual([undefined, 280, 0])
})

test('a step joined by "and" narrows, and says nothing', () => {
  const and = rule({ condition: 'and', groups: [{ condition: 'and', rules: [leaf, leaf] }] })
  expect(
    steps(and, [
      ['groups.0.rules.0', 20],
      ['groups.0.rules.1', 20],
    ]),
  ).toEqual([undefined, undefined])
})

test('the first step of a group takes the word that joins the groups', () => {
  const groups = [
    { condition: 'and', rules: [leaf, leaf] },
    { condition: 'and', rules: [leaf, leaf] },
  ]
  const of = rule({ condition: 'or', groups })
  const counts = [
    ['groups.0.rules.0', 100],
    ['groups.0.rules.1', 20],
    ['groups.1.rules.0', 300],
    ['groups.1.rules.1', 50],
  ] as const
  expect(steps(of, counts)).toEqual([undefined, undefined, 280, undefined])
})

test('a first step after the filter before the groups narrows', () => {
  const of = rule({ condition: 'or', groups: [{ condition: 'or', rules: [leaf] }] })
  const perRule = [
    { path: ['filter', 'referenceLabelIds'], alone: 0, left: 30 },
    { path: ['target', 'groups', 0, 'rules', 0], alone: 0, left: 30 },
  ]
  expect(funnelOf(of, perRule).map(({ added }) => added)).toEqual([undefined, undefined])
})

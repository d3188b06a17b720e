import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alertCases, alertRules } from './alerts.ts'
import { dashboard, dashboardFile } from './write-dashboard.ts'

const root = join(import.meta.dirname, '../..')
const rules = alertRules()

/** Anchors of a page as GitHub makes them. */
const anchorsOf = (page: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(
    ([, title]) =>
      `${page}#${title!
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  )

test('there are ten alerts, and each says what to do and where that is described', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(10)
  const anchors = anchorsOf('docs/operations.md')
  for (const { alert, annotations, labels } of rules) {
    expect(annotations.what_to_do.length, alert).toBeGreaterThan(80)
    expect(anchors).toContain(annotations.runbook)
    expect(['page', 'ticket']).toContain(labels.severity)
  }
})

test('every alert has a case in which it fires and one in which it is quiet', () => {
  const cases = alertCases()
  expect(new Set(cases.map(({ alert }) => alert))).toEqual(new Set(rules.map(({ alert }) => alert)))
  for (const { alert } of rules) {
    const own = cases.filter((one) => one.alert === alert)
    expect(
      own.some(({ fires }) => fires.length > 0),
      alert,
    ).toBe(true)
    expect(
      own.some(({ quiet }) => quiet),
      alert,
    ).toBe(true)
  }
})

test('the dashboard is the written one: `node tools/deploy/write-dashboard.ts` writes it again', () => {
  expect(JSON.parse(readFileSync(dashboardFile, 'utf8'))).toEqual(dashboard())
})

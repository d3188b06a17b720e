import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import promClient from 'prom-client'
import { expect, test } from 'vitest'
import { definitions } from '../../server/metrics/definitions.ts'
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

test('every figure of the alerts and of the dashboard is one that a process shows', async () => {
  const registry = new promClient.Registry()
  promClient.collectDefaultMetrics({ register: registry })
  const usual = (await registry.getMetricsAsJSON()).map(({ name }) => name)
  registry.clear()
  const known = new Set<string>([...usual, ...Object.keys(definitions)])
  const text = [
    ...rules.map(({ expr }) => expr),
    ...alertCases().flatMap(({ series }) => Object.keys(series)),
    JSON.stringify(dashboard()),
  ]
  const named = text.flatMap((part) => part.match(/\b(?:ruam|nodejs|process)_\w+/g) ?? [])
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !known.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([])
})

test('every label by which an alert groups is one of its figure', () => {
  const grouped = rules.flatMap(({ alert, expr }) =>
    [...expr.matchAll(/by \(([\w, ]+)\) \((?:rate\(|delta\()?(ruam_\w+)/g)].map(([, labels, name]) => ({
      alert,
      labels: labels!,
      name: name!,
    })),
  )
  expect(grouped.length).toBeGreaterThan(5)
  for (const { alert, labels, name } of grouped) {
    const definition = definitions[name.replace(/_bucket$/, '') as keyof typeof definitions]
    const own = [...definition.labels, ...(definition.kind === 'histogram' ? ['le'] : [])]
    expect(own, alert).toEqual(expect.arrayContaining(labels.split(', ')))
  }
})

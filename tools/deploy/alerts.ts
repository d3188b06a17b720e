// The alerts of deploy/prometheus and their cases.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

const folder = join(import.meta.dirname, '../../deploy/prometheus')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; what_to_do: string; runbook: string }
}

interface AlertCase {
  alert: string
  /** Values a minute, in promtool's notation. */
  series: Record<string, string>
  at: string
  fires: { labels: Record<string, string>; summary: string }[]
  quiet?: Record<string, string>
}

const read = (file: string) => parse(readFileSync(join(folder, file), 'utf8'))

export const alertRules = (): Rule[] => read('alerts.yml').groups.flatMap((group: { rules: Rule[] }) => group.rules)

export const alertCases = (): AlertCase[] => read('alert-cases.yml')

/** Returns the cases as tests of promtool, whose expected alerts repeat every annotation. */
export function promtoolTests(): string {
  const rules = new Map(alertRules().map((rule) => [rule.alert, rule]))
  const tests = alertCases().flatMap(({ alert, series, at, fires, quiet }) => {
    const { labels, annotations } = rules.get(alert)!
    const expected = fires.map((fired) => ({
      exp_labels: { ...labels, ...fired.labels },
      exp_annotations: { ...annotations, summary: fired.summary },
    }))
    const testOf = (input: Record<string, string>, exp_alerts: typeof expected) => ({
      name: alert,
      interval: '1m',
      input_series: Object.entries(input).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts }],
    })
    return [testOf(series, expected), ...(quiet ? [testOf(quiet, [])] : [])]
  })
  return stringify({ rule_files: [join(folder, 'alerts.yml')], evaluation_interval: '1m', tests })
}

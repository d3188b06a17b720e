import type { RuleGroup, VisibleGroup } from '@ruam/contract/customers/rules.ts'
import type { Camel } from '../../data/camel.ts'

/** A rule as used by screens. In another person's view it may contain rules without their values. */
export type ScreenRule = Camel<RuleGroup>
export type VisibleScreenRule = Camel<VisibleGroup>

const NAME = 'rule='

/** A rule as the fragment of an address, which no server and no log sees. */
export function writeRule(rule: VisibleScreenRule | undefined): string {
  if (!rule) return ''
  const bytes = new TextEncoder().encode(JSON.stringify(rule))
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return NAME + text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The rule of a fragment; one that cannot be understood is as if it were not there. */
export function readRuleAddress(fragment: string): ScreenRule | undefined {
  if (!fragment.startsWith(NAME)) return undefined
  try {
    const text = atob(fragment.slice(NAME.length).replaceAll('-', '+').replaceAll('_', '/'))
    const rule: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (one) => one.charCodeAt(0))))
    return isGroup(rule) ? rule : undefined
  } catch {
    return undefined
  }
}

/** The server looks at the rest. */
function isGroup(value: unknown): value is ScreenRule {
  if (typeof value !== 'object' || value === null || !('rules' in value) || !Array.isArray(value.rules)) return false
  return value.rules.length > 0 && value.rules.every((rule) => (isRule(rule) ? !('rules' in rule) : isGroup(rule)))
}

const isRule = (value: unknown): value is object => typeof value === 'object' && value !== null && 'kind' in value

/** True if a rule contains a hidden value. */
export const isMasked = (rule: VisibleScreenRule): boolean =>
  rule.rules.some((inner) => ('rules' in inner ? isMasked(inner) : 'masked' in inner))

/** True if two rules are equal, ignoring key order. */
export const equalRules = (one: unknown, other: unknown): boolean => inOrder(one) === inOrder(other)

const inOrder = (rule: unknown) =>
  JSON.stringify(rule ?? null, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

import type { segments } from '@ruam/contract/customers/segments.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Fragment } from 'react'
import type { Got } from '../../../data/api.ts'
import { formatNumber, formatPrice } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useFieldText } from '../../profiles/field-text.ts'
import { isVisibleRule } from '../../rules/rule-shape.ts'
import type { RuleOptions } from '../../rules/use-rule-options.ts'
import { useRuleSentence } from '../../rules/use-rule-sentence.ts'
import { text } from './text.ts'
import styles from './Why.module.css'

export type WhyAnswer = Got<typeof segments.why>
type Node = WhyAnswer['tree']

interface WhyTreeProps {
  node: Node
  options: RuleOptions
}

/** A rule as a tree of sentences, each ticked or crossed, with the value it saw. */
export function WhyTree({ node, options }: WhyTreeProps) {
  const t = useWords(text)
  const { items, condition, not } = node
  if (!items) return <Leaf node={node} options={options} />
  // A group of one says nothing of its own.
  if (items.length === 1 && !not) return <WhyTree node={items[0]!} options={options} />
  const said = not ? (condition === 'and' ? t.noneOfAll : t.noneOfAny) : condition === 'and' ? t.allOf : t.anyOf
  return (
    <li className={styles.group}>
      <p>
        <Mark holds={node.holds} />
        {said}
      </p>
      <ul>
        {items.map((inner) => (
          <WhyTree key={inner.path.join('.')} node={inner} options={options} />
        ))}
      </ul>
    </li>
  )
}

function Mark({ holds }: { holds: boolean }) {
  const t = useWords(text)
  const Icon = holds ? IconCheck : IconX
  return (
    <span className={styles.mark} data-holds={holds}>
      <Icon size={18} stroke={1.8} />
      <span className="ruam-heard">{holds ? t.holds : t.fails}: </span>
    </span>
  )
}

function Leaf({ node, options }: WhyTreeProps) {
  const { pieces } = useRuleSentence(options)
  const saw = useSawText(options)(node)
  const rule: unknown = node.rule
  return (
    <li className={styles.leaf}>
      <Mark holds={node.holds} />
      <div>
        <span>
          {isVisibleRule(rule) &&
            pieces(rule).map(({ text, strong }, part) => {
              const Tag = strong ? 'strong' : Fragment
              // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes its order
              return <Tag key={part}>{text}</Tag>
            })}
        </span>
        {saw && <small>{saw}</small>}
        {node.saw?.purchases && node.saw.purchases.length > 0 && <Purchases purchases={node.saw.purchases} />}
      </div>
    </li>
  )
}

/** Last purchases that a rule counted. */
function Purchases({ purchases }: { purchases: NonNullable<NonNullable<Node['saw']>['purchases']> }) {
  const t = useWords(text)
  const format = useFormat()
  return (
    <ul className={styles.purchases} aria-label={t.purchases}>
      {purchases.map(({ at, text: goods, amount }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two purchases may be equal
        <li key={place}>
          <span>{format.date(at)}</span>
          <span>{goods}</span>
          <span>{formatPrice(amount)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Describes the data a rule saw. */
function useSawText(options: RuleOptions) {
  const t = useWords(text)
  const format = useFormat()
  const say = useFieldText()
  return ({ rule, saw }: Node): string => {
    if (!saw) return ''
    if (saw.masked) return t.hidden
    if (saw.count !== undefined) {
      if (saw.count === 0) return rule?.kind === 'activity' && (rule.window || rule.where) ? t.noneSuch : t.never
      const times = t.times({ count: saw.count })
      if (saw.total) return `${times} · ${t.inAll({ amount: formatPrice(saw.total) })}`
      return saw.at ? `${times} · ${t.lastAt({ when: format.dateTime(saw.at) })}` : times
    }
    if (saw.labels) {
      const names = saw.labels.map(({ name }) => name).join(', ')
      return names ? t.carries({ names }) : t.carriesNone
    }
    if (saw.status !== undefined) {
      const known = (['granted', 'withdrawn', 'under_age', 'unknown'] as const).find((one) => one === saw.status)
      return known ? t[known] : (saw.status ?? t.unknown)
    }
    if (saw.at) return format.dateTime(saw.at)
    const { value } = saw
    if (value === undefined) return ''
    if (value === null || value === '') return t.empty
    const field = rule?.kind === 'profile' && [...options.system, ...options.own].find((one) => one.id === rule.fieldId)
    if (field) return say({ name: field.name, dataType: field.dataType, value })
    if (typeof value === 'number') return formatNumber(value)
    if (typeof value === 'boolean') return format.boolean(value)
    return /^\d{4}-\d\d-\d\dT/.test(value) ? format.dateTime(value) : value
  }
}

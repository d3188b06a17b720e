import { profiles } from '@ruam/contract/customers/profiles.ts'
import { MAX_GROUP_RULES } from '@ruam/contract/customers/rules.ts'
import { useState } from 'react'
import { writeRule } from '../../customers/rules/rule-address.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { RouteLink } from '../../ui/route.tsx'
import styles from '../Parts.module.css'
import { retentionText } from './text.ts'

const years = [1, 2, 3, 5, 10] as const

/** Rule of customers who have done nothing of these types for so long, and who are in the store for longer. */
function quietRule(activityTypes: readonly number[], months: number) {
  const last = { unit: 'month' as const, n: months }
  const rules = activityTypes.map((activityTypeId) => ({
    ...{ kind: 'activity' as const, activityTypeId, done: false, window: { last } },
  }))
  const parts = Array.from({ length: Math.ceil(rules.length / MAX_GROUP_RULES) }, (_, nth) => ({
    condition: 'and' as const,
    rules: rules.slice(nth * MAX_GROUP_RULES, (nth + 1) * MAX_GROUP_RULES),
  }))
  const created = { kind: 'time' as const, at: 'created' as const, operator: 'not_in_last' as const, value: last }
  return writeRule({ condition: 'and', rules: [created, ...(parts.length === 1 ? parts[0]!.rules : parts)] })
}

/** Way to the list of customers without activity, where staff decide whom to erase. */
export function QuietCustomers({ activityTypes }: { activityTypes: readonly number[] }) {
  const t = useWords(retentionText)
  const mayList = useMayCall(profiles.list)
  const [chosen, setChosen] = useState(3)
  if (!mayList) return null
  return (
    <div className={styles.part}>
      <h2>{t.quiet}</h2>
      <ul>
        <li>
          <span className={styles.choice}>
            {t.years}
            <PlainSelect
              aria-label={t.years}
              value={String(chosen)}
              onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            >
              {years.map((count) => option({ value: String(count), label: t.year({ count }) }))}
            </PlainSelect>
          </span>
          <p>{t.quietAbout}</p>
          <RouteLink to="profile-list" hash={quietRule(activityTypes, chosen * 12)} className="ruam-thumb">
            {t.seeQuiet}
          </RouteLink>
        </li>
      </ul>
    </div>
  )
}

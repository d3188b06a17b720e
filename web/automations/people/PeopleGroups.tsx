import type { ReactNode } from 'react'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { type Automation, numberedSteps } from '../automation.ts'
import { kindOf } from '../step-kinds.ts'
import { useNamedSteps } from '../use-named-steps.ts'
import { useStepWords } from '../use-step-words.ts'
import { branchOf, countsByStep, type Group, type PeoplePage, writeGroup } from './groups.ts'
import styles from './People.module.css'
import { peopleText } from './people-text.ts'
import { useEndWords } from './use-end-words.ts'

interface PeopleGroupsProps {
  automation: Automation
  page: PeoplePage
  chosen: Group
  onChoose: (group: Group) => void
  phone: boolean
}

interface Line {
  group: Group
  /** Number of the step. */
  number?: number
  icon?: ReactNode
  name: string
  people: number
  inBranch?: boolean
}

/** Steps with the customers that wait at each, and the ways that end, each a choice. */
export function PeopleGroups({ automation, page, chosen, onChoose, phone }: PeopleGroupsProps) {
  const t = useWords(peopleText)
  const parts = useParts(automation, page)
  const same = (group: Group) => writeGroup(group) === writeGroup(chosen)
  if (phone) {
    const all = parts.flatMap(({ lines }) => lines)
    return (
      <PlainSelect
        aria-label={t.groups}
        value={writeGroup(chosen) ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const line = all.find(({ group }) => (writeGroup(group) ?? '') === value)
          if (line) onChoose(line.group)
        }}
      >
        {all
          .map(({ group, number, name, people }) => ({
            value: writeGroup(group) ?? '',
            label: [number && `${number}.`, name, `(${formatNumber(people)})`].filter(Boolean).join(' '),
          }))
          .map(option)}
      </PlainSelect>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <nav className={styles.groups} aria-label={t.groups} tabIndex={0}>
      {parts.map(({ title, lines }) => (
        <ul key={title} aria-label={title}>
          {lines.map(({ group, number, icon, name, people, inBranch }) => (
            <li key={writeGroup(group) ?? ''}>
              <button
                type="button"
                aria-current={same(group) || undefined}
                data-branch={inBranch || undefined}
                data-whole={number === undefined || undefined}
                onClick={() => onChoose(group)}
              >
                {number !== undefined && <span className={styles.number}>{number}</span>}
                {icon}
                <span className={styles.groupName}>{name}</span>
                <b>{people > 0 || number === undefined ? formatNumber(people) : ''}</b>
              </button>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

function useParts(automation: Automation, page: PeoplePage): { title: string; lines: Line[] }[] {
  const t = useWords(peopleText)
  const { named } = useNamedSteps(automation)
  const { brief } = useStepWords()
  const endWords = useEndWords(automation)
  const counts = countsByStep(page)
  const total = page.onTheWay.reduce((sum, { people }) => sum + people, 0)
  const steps = numberedSteps(automation.definition.steps)
  const iconOf = (kind: keyof typeof kindOf) => {
    const Icon = kindOf[kind].icon
    return <Icon size={16} stroke={1.6} aria-hidden />
  }
  const present = steps.map(
    ({ step, number, branch }): Line => ({
      group: { state: 'on_the_way', step: step.id },
      number,
      icon: iconOf(step.kind),
      name: brief(named(step)),
      people: counts.get(step.id)?.people ?? 0,
      inBranch: branch !== undefined,
    }),
  )
  const earlier = [...counts.values()]
    .filter(({ step }) => !steps.some(({ step: { id } }) => id === step.id))
    .map(
      ({ step, people }): Line => ({
        group: { state: 'on_the_way', step: step.id },
        icon: iconOf(step.kind),
        name: brief(step),
        people,
      }),
    )
  const ended = page.ended.map(
    (ending): Line => ({
      group: { state: 'ended', reason: ending.reason, branch: branchOf(ending) },
      name: endWords(ending),
      people: ending.people,
    }),
  )
  const everyone: Line = { group: { state: 'on_the_way' }, name: t.onTheWay, people: total }
  return [
    { title: t.onTheWay, lines: [everyone, ...present] },
    { title: t.earlier, lines: earlier },
    { title: t.ended, lines: ended },
  ].filter(({ lines }) => lines.length > 0)
}

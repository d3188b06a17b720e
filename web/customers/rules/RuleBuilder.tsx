import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { Choice } from './Choice.tsx'
import { type DraftGroup, type DraftRule, isGroup } from './draft.ts'
import { PasteDialog } from './PasteDialog.tsx'
import { Handle, RowMenu } from './RowTools.tsx'
import { RuleFields } from './RuleFields.tsx'
import styles from './Rules.module.css'
import { Subject } from './Subject.tsx'
import { text } from './text.ts'
import { type Builder, useBuilder } from './use-builder.ts'
import { type RuleOptions, RuleOptionsProvider } from './use-rule-options.ts'

export interface Count {
  count: number
  /** Counted of a part of the people. */
  about: boolean
}

interface RuleBuilderProps {
  /** A group of groups: its items are the first level. */
  value: DraftGroup
  onChange: (value: DraftGroup) => void
  options: RuleOptions
  /** There is one group of the first level, and no more. */
  single?: boolean
  /** Matches of each rule and group alone, by key. */
  counts?: ReadonlyMap<number, Count> | undefined
  /** Keys of incomplete rules, once they should be reported. */
  holes?: ReadonlySet<number> | undefined
  /** Faults of rules by key. */
  faults?: ReadonlyMap<number, string> | undefined
}

/** Puts a rule together as sentences in groups, by mouse, thumb or keyboard alone. */
export function RuleBuilder({ value, onChange, options, single = false, counts, holes, faults }: RuleBuilderProps) {
  const t = useWords(text)
  const builder = useBuilder(value, onChange, options)
  const shared = { builder, counts, holes, faults }
  return (
    <RuleOptionsProvider value={options}>
      <div ref={builder.box} className={styles.builder}>
        <FormNote message={options.unread && `${t.unread}: ${options.unread}`} />
        <div className={styles.lead} hidden={value.items.length < 2 && !counts}>
          {value.items.length > 1 ? (
            <>
              {t.customersWho}
              <Choice
                joining
                label={t.howGroups}
                value={value.condition}
                choices={[
                  ['and', t.matchAllGroups],
                  ['or', t.matchAnyGroup],
                ]}
                onChoose={(condition) => builder.setGroup(value.key, { condition })}
              />
              {t.following}
            </>
          ) : (
            <span />
          )}
          {counts && <span className={styles.matching}>{t.matching}</span>}
        </div>
        {value.items.map((group, place) => (
          <div key={group.key}>
            {place > 0 && <div className={styles.between}>{value.condition === 'and' ? t.joinAnd : t.joinOr}</div>}
            {isGroup(group) && (
              <Group
                {...shared}
                group={group}
                depth={1}
                name={single || value.items.length === 1 ? t.only : t.group({ number: place + 1 })}
                alone={value.items.length === 1}
              />
            )}
          </div>
        ))}
        {!single && builder.mayAdd(value.key, 'group') && (
          <Button
            variant="subtle"
            color="var(--ruam-text)"
            className={styles.addGroup}
            leftSection={<IconPlus size={16} stroke={1.6} />}
            onClick={() => builder.add(value.key, 'group')}
          >
            {t.addGroup}
          </Button>
        )}
        <span className="ruam-heard" aria-live="polite">
          {builder.said}
        </span>
        {builder.pasting !== undefined && (
          <PasteDialog
            onPaste={(pasted) => builder.paste(builder.pasting!, pasted)}
            onClose={() => builder.setPasting(undefined)}
          />
        )}
      </div>
    </RuleOptionsProvider>
  )
}

interface SharedProps {
  builder: Builder
  counts: ReadonlyMap<number, Count> | undefined
  holes: ReadonlySet<number> | undefined
  faults: ReadonlyMap<number, string> | undefined
}

interface GroupProps extends SharedProps {
  group: DraftGroup
  depth: number
  name: string
  /** True if there is no sibling to move past. */
  alone?: boolean
}

function Group({ group, depth, name, alone = false, ...shared }: GroupProps) {
  const t = useWords(text)
  const { builder } = shared
  const { key, condition, not, items } = group
  const add = (what: 'rule' | 'group', label: string) =>
    builder.mayAdd(key, what) && (
      <Button
        variant="subtle"
        color="var(--ruam-text)"
        leftSection={<IconPlus size={16} stroke={1.6} />}
        onClick={() => builder.add(key, what)}
      >
        {label}
        <span className="ruam-heard">{t.inGroup({ name })}</span>
      </Button>
    )
  return (
    <section className={styles.group} data-key={key} data-depth={depth} aria-label={name}>
      <div className={styles.groupHead}>
        {!alone && depth === 1 && <Handle builder={builder} itemKey={key} name={name} />}
        <strong>{name}</strong>
        <Choice
          label={t.who}
          value={not ? 'not' : 'who'}
          choices={[
            ['who', t.customersWho],
            ['not', t.except],
          ]}
          onChoose={(value) => builder.setGroup(key, { not: value === 'not' })}
        />
        <Choice
          joining
          label={t.how}
          value={condition}
          choices={[
            ['and', t.and],
            ['or', t.or],
          ]}
          onChoose={(value) => builder.setGroup(key, { condition: value })}
        />
        <span className={styles.spring} />
        <CountOf counts={shared.counts} itemKey={key} />
        <RowMenu builder={builder} itemKey={key} name={name} />
      </div>
      <ul className={styles.rows}>
        {items.map((item, place) => {
          const join = place === 0 ? t.first : condition === 'and' ? t.joinAnd : t.joinOr
          return isGroup(item) ? (
            <li key={item.key} className={styles.nested}>
              <Handle builder={builder} itemKey={item.key} name={t.subgroup} />
              <span className={styles.join}>{join}</span>
              <Group {...shared} group={item} depth={depth + 1} name={t.subgroup} />
            </li>
          ) : (
            <Row key={item.key} {...shared} item={item} join={join} />
          )
        })}
      </ul>
      <div className={styles.adds}>
        {add('rule', t.addRule)}
        {add('group', t.addSubgroup)}
      </div>
    </section>
  )
}

function Row({ item, join, builder, counts, holes, faults }: SharedProps & { item: DraftRule; join: string }) {
  const t = useWords(text)
  const name = builder.nameOf(item)
  const wrong = holes?.has(item.key) ? t.missing : faults?.get(item.key)
  return (
    <li className={styles.row} data-key={item.key}>
      <Handle builder={builder} itemKey={item.key} name={name} />
      <span className={styles.join}>{join}</span>
      <div className={styles.sentence}>
        <Subject rule={item.rule} autoFocus={false} onChoose={(rule) => builder.setRule(item.key, rule)} />
        <RuleFields rule={item.rule} onChange={(rule) => builder.setRule(item.key, rule)} />
        {wrong && (
          <span className={styles.broken} role="alert">
            {wrong}
          </span>
        )}
      </div>
      <CountOf counts={counts} itemKey={item.key} />
      <RowMenu builder={builder} itemKey={item.key} name={name} />
    </li>
  )
}

function CountOf({ counts, itemKey }: { counts: ReadonlyMap<number, Count> | undefined; itemKey: number }) {
  const found = counts?.get(itemKey)
  if (!counts) return null
  return <span className={styles.rowCount}>{found && `${found.about ? '~' : ''}${formatNumber(found.count)}`}</span>
}

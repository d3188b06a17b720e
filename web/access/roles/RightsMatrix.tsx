import { Anchor, Checkbox } from '@mantine/core'
import { withNeeds } from '@ruam/contract/access/right-needs.ts'
import { doings, type MatrixFeature, matrix, rightName, rightsOf } from '@ruam/contract/access/rights-matrix.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { IconBuildingStore, IconDatabase, IconSpeakerphone, IconUsers } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { rightChanges, tick, untick } from './matrix.ts'
import styles from './RightsMatrix.module.css'
import { rightsText } from './rights-text.ts'
import { text } from './text.ts'

const icons = { customers: IconUsers, data: IconDatabase, messages: IconSpeakerphone, store: IconBuildingStore }

interface RightsMatrixProps {
  held: readonly string[]
  /** Saved permissions, whose differences are marked; undefined for a new role. */
  before: readonly string[] | undefined
  /** True if the person may assign a permission. */
  holds: (right: string) => boolean
  /** Nothing of it can be changed. */
  fixed: boolean
  onChange: (held: string[]) => void
}

/** Permissions by thing. Ticking one adds those it needs. */
export function RightsMatrix({ held, before, holds, fixed, onChange }: RightsMatrixProps) {
  const t = useWords(text)
  const r = useWords(rightsText)
  const { language } = usePreferences()
  const [taken, setTaken] = useState<{ by: Permission; rights: string[] }>()
  const change = (right: Permission, on: boolean) => {
    const next = on ? tick(held, right) : untick(held, right)
    const rights = on ? [] : rightChanges(held, next).lost.filter((one) => one !== right)
    setTaken(rights.length > 0 ? { by: right, rights } : undefined)
    onChange(next)
  }
  const takeBack = () => {
    onChange([...new Set([...held, taken!.by, ...taken!.rights])])
    setTaken(undefined)
  }
  const isChanged = (feature: MatrixFeature) =>
    before !== undefined && rightsOf(feature).some((right) => before.includes(right) !== held.includes(right))
  const locked = (right: Permission) => !withNeeds(right).every(holds)
  const box = (feature: MatrixFeature, right: Permission, doing: string, shown?: string) => (
    <Checkbox
      size="xs"
      aria-label={t.rightOf({ doing, feature: r[feature.name] })}
      // In a table the column title names it. On a phone the label is next to the box, and toggles it.
      label={shown ?? doing}
      classNames={shown === undefined ? { labelWrapper: styles.word } : {}}
      checked={held.includes(right)}
      disabled={fixed || locked(right)}
      title={!fixed && locked(right) ? t.beyond : undefined}
      onChange={(event) => change(right, event.currentTarget.checked)}
    />
  )
  return (
    <table className={styles.matrix}>
      <thead>
        <tr>
          <th scope="col">{t.can}</th>
          {doings.map((doing) => (
            <th key={doing} scope="col" className={styles.doing}>
              {r[doing]}
            </th>
          ))}
          <th scope="col" className={styles.special}>
            {r.special}
          </th>
        </tr>
      </thead>
      <tbody>
        {matrix.map(({ name, features }) => {
          const Icon = icons[name]
          return (
            <Fragment key={name}>
              <tr className={styles.group}>
                <th scope="colgroup" colSpan={6}>
                  <span>
                    <Icon size={16} stroke={1.6} />
                    {r[name]}
                  </span>
                </th>
              </tr>
              {features.map((feature) => (
                <tr key={feature.name} data-changed={isChanged(feature)}>
                  <th scope="row">
                    {r[feature.name]}
                    {isChanged(feature) && <em className={styles.changed}>{t.changed}</em>}
                    {feature.about && <small>{r[feature.about] as string}</small>}
                    {!fixed && rightsOf(feature).every(locked) && <small>{t.beyond}</small>}
                    {taken && rightsOf(feature).includes(taken.by) && (
                      <small className={styles.taken} role="status">
                        {t.takenToo({
                          names: taken.rights.map((one) => rightName(one as Permission, language)).join(', '),
                        })}
                        {' · '}
                        <Anchor component="button" type="button" size="xs" onClick={takeBack}>
                          {t.takeBack}
                        </Anchor>
                      </small>
                    )}
                  </th>
                  {doings.map((doing) => {
                    const right = feature[doing]
                    return (
                      <td key={doing} className={styles.doing} data-held={right !== undefined}>
                        {right ? box(feature, right, r[doing]) : <span aria-hidden>{EMPTY}</span>}
                      </td>
                    )
                  })}
                  <td className={styles.special}>
                    {feature.special?.map(({ word, permission }) => (
                      <Fragment key={permission}>{box(feature, permission, r[word], r[word])}</Fragment>
                    ))}
                  </td>
                </tr>
              ))}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

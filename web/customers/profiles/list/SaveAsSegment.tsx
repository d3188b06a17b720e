import { Button } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { type ScreenRule, writeRule } from '../../rules/rule-address.ts'
import styles from './FilterBar.module.css'
import { filterText } from './filter-text.ts'
import type { ListView } from './list-view.ts'

interface SaveAsSegmentProps {
  view: Pick<ListView, 'rule' | 'filters' | 'keyword' | 'masked'>
  /** Rule being edited; the list's rule if omitted. */
  rule?: ScreenRule | undefined
}

/** Leads to a new segment of the people of the list. Its keyword is no rule, and deleted people are in no segment. */
export function SaveAsSegment({ view, rule = view.rule }: SaveAsSegmentProps) {
  const t = useWords(filterText)
  const mayCreate = useMayOpen('segmentation-create')
  if (!rule || view.masked || !mayCreate) return null
  if (view.filters.deleted)
    return (
      <Button disabled title={t.saveDeleted}>
        {t.saveAs}
      </Button>
    )
  return (
    <>
      <Button component={RouteLink} to="segmentation-create" hash={writeRule(rule)}>
        {t.saveAs}
      </Button>
      {view.keyword && <p className={styles.hint}>{t.saveKeyword({ keyword: view.keyword })}</p>}
    </>
  )
}

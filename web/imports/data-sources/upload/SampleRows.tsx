import { Button } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { importing } from '../import-text.ts'
import styles from './FileSample.module.css'
import type { FileHead } from './use-upload.ts'

interface SampleRowsProps {
  head: FileHead
  /** True while previous rows are shown. */
  stale: boolean
  onChooseHeader: () => void
}

/** The first rows of a file as they will be imported, under the names of their columns. */
export function SampleRows({ head, stale, onChooseHeader }: SampleRowsProps) {
  const t = useWords(importing)
  const title = t.sampleTitle({ count: head.sample.length })
  const { headerRow } = head.settings
  return (
    <>
      <div className={styles.header}>
        <p>
          {t.header}{' '}
          <strong>
            {headerRow === 0 ? t.noHeader : t.headerRow({ row: head.firstLines[headerRow - 1] ?? headerRow })}
          </strong>
          <Button variant="transparent" size="compact-sm" onClick={onChooseHeader}>
            {t.changeHeader}
          </Button>
        </p>
        <p>{t.sampleText}</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.rows} aria-label={title} tabIndex={0} data-stale={stale}>
        <table>
          <caption className="ruam-heard">{title}</caption>
          <thead>
            <tr>
              {head.columns.map(({ id, name }) => (
                <th key={id} scope="col">
                  {headerRow === 0 ? t.columnNo({ no: id }) : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.sample.map((row, no) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no name but their place
              <tr key={no}>
                {head.columns.map(({ id }, place) => (
                  <td key={id}>{row[place] || EMPTY}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

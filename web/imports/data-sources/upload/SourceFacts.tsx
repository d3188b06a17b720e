import { Button } from '@mantine/core'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useRead } from '../../../data/api.ts'
import { formatBytes } from '../../../data/format-size.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { recordText } from '../record-text.ts'
import { SourceStatus } from '../StatusBadge.tsx'
import { text } from '../text.ts'
import { useDownload } from '../use-download.ts'
import type { DataSourceOfStore } from '../use-source.ts'
import { useDelimiterWords, useKindWord, useLetterWords } from './reading-words.ts'
import styles from './SourceFacts.module.css'

type File = NonNullable<DataSourceOfStore['file']>

/** The facts of a data source: its file and how it is read, status, author and dates. */
export function SourceFacts({ source }: { source: DataSourceOfStore }) {
  const t = useWords(text)
  const r = useWords(recordText)
  const format = useFormat()
  const { start, busy } = useDownload(dataSources.downloadFile)
  const { file } = source
  const loaded = file?.rowCount != null
  const mapping = useRead(dataSources.getMapping, { params: { id: source.id } }, { enabled: loaded })
  const size = []
  if (file?.rowCount != null) size.push(t.rows({ count: file.rowCount }))
  if (mapping.data) size.push(t.columns({ count: mapping.data.sourceSchema.length }))
  const facts = [
    [t.status, <SourceStatus key="status" status={source.status} undone={source.undoneAt !== null} />],
    [t.file, file && `${file.fileName} (${formatBytes(file.fileSize)})`],
    [r.rowsAndColumns, size.join(' · ')],
    [r.reading, file && <Reading key="reading" file={file} />],
    [t.author, source.author?.name],
    [t.createdAt, format.dateTime(source.createdAt)],
    [t.updatedAt, format.dateTime(source.updatedAt)],
  ] as const
  return (
    <section className={styles.facts} aria-label={t.facts}>
      {source.description && <p className={styles.description}>{source.description}</p>}
      <dl>
        {facts.map(([title, value]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value || EMPTY}</dd>
          </div>
        ))}
      </dl>
      {file && file.warnings.length > 0 && (
        <div className={styles.warnings} role="note" aria-label={r.warnings}>
          <IconAlertTriangle size={18} stroke={1.6} />
          <ul>
            {file.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      {file && (
        <Button
          className={styles.download}
          leftSection={<IconDownload size={16} stroke={1.6} />}
          loading={busy}
          onClick={() => start({ params: { id: source.id } })}
        >
          {r.downloadFile}
        </Button>
      )}
    </section>
  )
}

/** True of kinds without sheets. */
const isOneTable = ({ fileKind }: File) => ['dbf', 'vcard', 'json_lines'].includes(fileKind)

/** Describes the reading options. */
function Reading({ file }: { file: File }) {
  const t = useWords(recordText)
  const letters = useLetterWords()
  const separators = useDelimiterWords()
  const kindWord = useKindWord()
  const { charset, delimiter, sheet, headerRow } = file.settings
  const how =
    file.fileType === 'xlsx'
      ? [kindWord(file.fileKind), sheet !== null && !isOneTable(file) && t.sheet({ name: sheet })]
      : [charset !== 'utf-8' && letters[charset], t.separated({ delimiter: separators[delimiter].toLowerCase() })]
  return [...how, headerRow === 0 && t.noHeader].filter(Boolean).join(' · ')
}

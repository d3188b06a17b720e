import { Button } from '@mantine/core'
import { exports } from '@ruam/contract/reports/exports.ts'
import type { ReactNode } from 'react'
import { type Got, type Sending, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { dialogText } from './dialog-text.ts'
import styles from './ExportDialog.module.css'

type PreviewBody = Sending<typeof exports.preview>['body']

/** What a file with these choices would hold. */
export const usePreview = (body: PreviewBody | undefined) =>
  useRead(exports.preview, { body: body ?? { purpose: 'excel' } }, { enabled: body !== undefined, staleTime: 60_000 })

interface ExportPreviewProps {
  preview: Pick<ReturnType<typeof usePreview>, 'data' | 'error'>
  /** The columns are the person's own: none is left out. */
  chosen: boolean
  withEmpty: boolean
  onWithEmpty: (withEmpty: boolean) => void
  purpose: PreviewBody['purpose']
}

/** The first rows of the file, and what it leaves out. */
export function ExportPreview({
  preview: { data, error },
  chosen,
  withEmpty,
  onWithEmpty,
  purpose,
}: ExportPreviewProps) {
  const t = useWords(dialogText)
  if (error) return <FormNote kind="info" message={t.previewFailed} />
  if (!data) return <Bones />
  const aside = (message: ReactNode, action: string) => (
    <p className={styles.aside}>
      {message}{' '}
      <Button size="compact-sm" variant="subtle" onClick={() => onWithEmpty(!withEmpty)}>
        {action}
      </Button>
    </p>
  )
  return (
    <>
      <Rows preview={data} />
      {purpose === 'excel' &&
        !chosen &&
        (withEmpty
          ? aside('', t.takeOut)
          : data.empty === null
            ? aside(t.mayDrop, t.putBack)
            : data.empty.length > 0 && aside(t.dropped({ names: data.empty.join(', ') }), t.putBack))}
      {purpose === 'letters' &&
        (withEmpty
          ? aside('', t.leaveThemOut)
          : data.leftOut === null
            ? aside(t.mayLackAddress, t.includeThem)
            : data.leftOut > 0 && aside(t.noAddress({ count: data.leftOut }), t.includeThem))}
    </>
  )
}

function Rows({ preview: { columns, rows } }: { preview: Got<typeof exports.preview> }) {
  const t = useWords(dialogText)
  if (rows.length === 0) return <FormNote kind="info" message={t.noRows} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.rows} tabIndex={0}>
      <table aria-label={t.preview}>
        <thead>
          <tr>
            {columns.map(({ id, header, sensitive }) => (
              <th key={id} scope="col" data-sensitive={sensitive || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and never move
            <tr key={place}>
              {row.map((cell, column) => (
                <td key={columns[column]!.id}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

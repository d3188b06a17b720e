import { Button, FileButton as Chooser } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

/** Accepted files. The server reads the content, whatever the name. */
const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.xml,.html,.htm,.dbf,.vcf,.json,.jsonl,.ndjson'

/** A button that asks for a file to import. */
export function FileButton({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const reset = useRef<() => void>(null)
  const take = (file: File | null) => {
    // The same file, mended meanwhile, may be chosen again.
    reset.current?.()
    if (file) onFile(file)
  }
  return (
    <Chooser accept={ACCEPTED} resetRef={reset} onChange={take}>
      {(props) => <Button {...props}>{children}</Button>}
    </Chooser>
  )
}

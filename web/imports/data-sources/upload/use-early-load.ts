import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { useEffect } from 'react'
import { call } from '../../../data/api.ts'
import { type FileHead, fileBody } from './use-upload.ts'

/**
 * Has the server begin to load a file while its data source is still being named (product decisions section 3). What goes
 * wrong here is shown when the data source is made: that call loads the file in any case.
 */
export function useEarlyLoad(head: FileHead | undefined) {
  useEffect(() => {
    if (head) void call(dataSources.import, { body: fileBody(head) }).catch(() => undefined)
  }, [head])
}

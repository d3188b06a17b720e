import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { shortText } from '../core/clean-text.ts'

const WORDS = 200

/** Name of the browser from its headers, shortened. */
export const deviceWords = (request: Pick<FastifyRequest, 'headers'>) =>
  shortText(request.headers['user-agent'] ?? '', WORDS)

/** The statements that tell the audit log from where this transaction's acts came: the columns of its rows take it by themselves. */
export const requestOrigin = (request: Pick<FastifyRequest, 'headers' | 'ip'>): string =>
  `set local ruam.address = ${pg.escapeLiteral(request.ip)}; set local ruam.device = ${pg.escapeLiteral(deviceWords(request))}`

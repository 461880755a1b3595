import { msg } from '../../texts/message.ts'
import { OperatorError } from '../system/operator-error.ts'

/** Where something is, or shall be, in a bucket: `s3://bucket/key`. */
export interface BucketAddress {
  bucket: string
  /** Without a slash at either end; empty for the whole bucket. */
  key: string
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/[\w.\-/]*)?$/

/** Whether a text is meant as an address in a bucket. */
export const isBucketAddress = (text: string): boolean => text.startsWith('s3://')

/** @throws OperatorError that says what the text must be */
export function readBucketAddress(text: string): BucketAddress {
  const [, bucket, path = ''] = ADDRESS.exec(text) ?? []
  if (bucket === undefined || path.includes('//')) {
    throw new OperatorError(
      msg`must be an address such as s3://bucket/folder: letters, digits, -, _, . and /`,
    )
  }
  return { bucket, key: path.replace(/^\/|\/$/g, '') }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { pedido } from '../../session/client.ts'
import { useMay } from '../../session/session.tsx'
import { useTexts } from '../../text/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { Page, Skeleton } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useCustomFields, useDeclared } from '../custom.ts'
import { RecordFacts } from '../facts.tsx'
import type { FieldOf } from '../form/fields.ts'
import { RecordForm } from '../form/record-form.tsx'
import { RemoveDialog } from '../remove.tsx'
import { text } from '../text.ts'

// What the pages of customers and of products have in common.

type Path = 'customers' | 'products'

/** What a page shows of either. */
interface Whole {
  id: number
  name: string
}

interface Client {
  read(id: number, options?: object): Promise<Whole>
  create(body: object): Promise<Whole>
  update(id: number, body: object, options: object): Promise<Whole>
  delete(id: number, options: object): Promise<unknown>
}

const clientOf = (path: Path) => pedido[path] as unknown as Client

/** One record of its own page. */
export function useRecord<T extends Whole>(path: Path, id: number) {
  return useQuery({
    queryKey: [path, id],
    queryFn: ({ signal }) => clientOf(path).read(id, { signal }) as Promise<T>,
    // Its ETag is known of the record itself, not of a copy.
    structuralSharing: false,
  })
}

interface DetailsProps {
  path: Path
  record: Whole
  fields: readonly FieldOf[]
  /** Those that can be changed, where that is not all of them. */
  editable?: readonly FieldOf[]
  mayWrite: boolean
}

/** What is known of a record: to be read, and while the address says so to be changed. */
export function RecordDetails({ path, record, fields, editable = fields, mayWrite }: DetailsProps) {
  const t = useTexts(text)
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const { id } = record
  const client = clientOf(path)
  const isEdited = params.has('edit') && mayWrite
  const edit = (is: boolean) => setParams(is ? { edit: '' } : {}, { replace: true })
  const saved = (after: Whole) => {
    queries.setQueryData([path, id], after)
    void queries.invalidateQueries({ queryKey: [path, 'list'] })
    void queries.invalidateQueries({ queryKey: ['history', `/${path}/${id}`] })
    toast({ text: t.saved })
    edit(false)
  }
  return (
    <section className="panel stack" aria-labelledby="details">
      <header className="row spread">
        <h2 id="details">{t.details}</h2>
        {!isEdited && mayWrite && (
          <Button size="small" onClick={() => edit(true)}>
            <Icon name="edit" size={16} />
            {t.edit}
          </Button>
        )}
      </header>
      {isEdited ? (
        <RecordForm
          name={`${path}/${id}`}
          fields={editable}
          record={record}
          read={() => client.read(id)}
          save={(body, etag) =>
            client.update(id, body, etag === undefined ? {} : { ifMatch: etag })
          }
          onSaved={saved}
          onCancel={() => edit(false)}
          hrefOf={(other) => `/${path}/${other}`}
        />
      ) : (
        <RecordFacts fields={fields} record={record} />
      )}
    </section>
  )
}

/** The page of a new record. */
export function NewRecord({
  path,
  title,
  fields,
  create = (body) => clientOf(path).create(body),
}: {
  path: Path
  title: string
  fields: readonly FieldOf[]
  /** Where more is made than the record alone. */
  create?: (body: Record<string, unknown>) => Promise<Whole>
}) {
  const [, go] = useLocation()
  const queries = useQueryClient()
  const declared = useDeclared(path)
  const custom = useCustomFields(declared)
  return (
    <Page title={title}>
      <div className="panel form">
        {declared ? (
          <RecordForm
            name={`${path}/new`}
            fields={[...fields, ...custom]}
            save={create}
            onSaved={({ id }) => {
              void queries.invalidateQueries({ queryKey: [path] })
              go(`/${path}/${id}`, { replace: true })
            }}
            onCancel={() => go(`/${path}`)}
            hrefOf={(id) => `/${path}/${id}`}
          />
        ) : (
          <Skeleton />
        )}
      </div>
    </Page>
  )
}

/** How a record is deleted from its page: an entry of the menu, and the question. */
export function useRemoval(path: Path, record: Whole, uses: Record<string, string>) {
  const t = useTexts(text)
  const mayWrite = useMay()(`${path}:write`)
  const queries = useQueryClient()
  const [, go] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const { id, name } = record
  const items: MenuItem[] = mayWrite
    ? [{ label: t.remove, icon: 'trash', isDanger: true, onSelect: () => setOpen(true) }]
    : []
  const dialog = (
    <RemoveDialog
      {...{ name, isOpen, uses }}
      onClose={() => setOpen(false)}
      remove={() => clientOf(path).delete(id, { ifMatch: record })}
      renew={() => queries.invalidateQueries({ queryKey: [path, id] })}
      onRemoved={() => {
        void queries.invalidateQueries({ queryKey: [path, 'list'] })
        go(`/${path}`, { replace: true })
      }}
    />
  )
  return { items, dialog }
}

// Made by `npm run generate` from the OpenAPI document: change nothing here.

import type { BulkResult, LastPrice, OrderBulkInput, OrderChanges, OrderItemPatch, OrderItemsPatch, OrderPreview, OrderSummary } from './orders-4.ts'
import type { Call, FileContent, List, ListQuery, Options, Records } from '../types.ts'
import type { CheckInvoiceByFkIdQuery, CheckInvoiceQuery, DraftNfeByFkIdQuery, DraftNfeQuery, ListOrderLinksByFkIdQuery, ListOrderLinksQuery, Order, OrderList, ReadLoadingListQuery, ReadOrderLabelsQuery, ReadPickingListQuery, RecalculateOrderByFkIdQuery, RecalculateOrderQuery } from './orders-2.ts'
import type { DeletedResponse, OrderCursorList, OrderInput, OrderItem, OrderItemInput, OrderPatch } from './orders-3.ts'
import type { InvoiceCheck, InvoiceFinding, NewOrderLink, NfeDraft, OrderLink, OrderLinkCursorList, OrderLinkInput, OrderLinkList, OrderRecalculation } from './orders-6.ts'
import type { LoadingList, OrderAttachment, OrderAttachmentCursorList, OrderAttachmentList, OrderComment, OrderCommentCursorList, OrderCommentList, OrderDiff, OrderEvent, OrderEventCursorList, OrderRestoration, OrderVersion, OrderVersionCursorList, PickingList } from './orders-5.ts'

export interface OrdersResource {
  /** Search and list orders. Whole orders, newest first unless `sort` says otherwise. An order has to pass all filters; one value of a filter is enough: `status=3,4`, or the parameter twice. Ranges include their ends. Sorted by `delivery_date`, orders without one come last. Needs the scope `orders:read`. */ list<Field extends keyof Order = keyof Order>(query?: ListQuery<ListOrdersQuery, Field>, options?: Options<'consistency'>): List<Pick<Order, Field>, ListOrdersQuery, OrderList, OrderCursorList>
  /** Create an order. Only the customer is required: `id_customer`, or your own code in `fk_id_customer`. `date` is now and the status the initial one unless given; an order may come in any status. Figures that are left out are derived, those sent are verified. Needs the scope `orders:write`. */ create(body: OrderInput, options?: Options<'idempotencyKey'>): Call<Order>
  /** Read an order. With `If-None-Match` it is sent only if it has changed; with `at` as it was at an instant. With `expand` the `ETag` is that of the answer, with what was added. Needs the scope `orders:read`. */ read(id: number, options?: Options<'ifMatch' | 'consistency' | 'at' | 'expand'>): Call<Order>
  /** Update an order. A property that is absent stays; null clears one that can be unset. Items have endpoints of their own. An order can only move to a status in `next` of its own. In a locked status its items, amounts, customer and freight can’t change, and it keeps the names, codes and address that it had, whatever is renamed later. Needs the scope `orders:write`. */ update(id: number, body: OrderPatch, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Delete an order; its history stays. It is not found any more, and its `fk_id` is free again. An order in a locked status can’t be deleted. Needs the scope `orders:write`. */ delete(id: number, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Read an order by its `fk_id`. With `If-None-Match` it is sent only if it has changed; with `at` as it was at an instant. With `expand` the `ETag` is that of the answer, with what was added. Needs the scope `orders:read`. */ readByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency' | 'at' | 'expand'>): Call<Order>
  /** Create or replace an order by its external identifier. Properties that are not sent become unset; `date` and the status stay. Items keep their `id` if their `fk_id`, or else their product, is the same. Needs the scope `orders:write`. */ putByFkId(fk_id: string, body: OrderInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'ifNew' | 'correction'>): Call<Order>
  /** Update an order by its `fk_id`. A property that is absent stays; null clears one that can be unset. Items have endpoints of their own. An order can only move to a status in `next` of its own. In a locked status its items, amounts, customer and freight can’t change, and it keeps the names, codes and address that it had, whatever is renamed later. Needs the scope `orders:write`. */ updateByFkId(fk_id: string, body: OrderPatch, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Delete an order by its `fk_id`; its history stays. It is not found any more, and its `fk_id` is free again. An order in a locked status can’t be deleted. Needs the scope `orders:write`. */ deleteByFkId(fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<DeletedResponse>
  /** Change an order and its items at once. All of it or nothing is written, as one change with one event. The order’s own properties are those of `PATCH` of the order; `items` holds changes as `PATCH` of its items takes them. Needs the scope `orders:write`. */ change(id: number, body: OrderChanges, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Change an order by its `fk_id` and its items at once. All of it or nothing is written, as one change with one event. The order’s own properties are those of `PATCH` of the order; `items` holds changes as `PATCH` of its items takes them. Needs the scope `orders:write`. */ changeByFkId(fk_id: string, body: OrderChanges, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Write many orders at once. A stream of lines, each one record as JSON with its `fk_id`. Each line gets a line of the answer that says what became of it, in order and as soon as it is committed: read them while you send. `items` replace all items of the order; with `mode=patch` they stay where they are left out. A line that is refused does not stop the others. You can send lines again: a record that is there already is `unchanged`. There is no `Idempotency-Key`. Needs the scope `orders:write`. */ bulk(records: Records<OrderBulkInput>, query?: BulkOrdersQuery, options?: Options): AsyncIterable<BulkResult>
  /** Sum up orders. Exact figures of `total_value`, of one moment, for all orders that the filters of `GET /orders` find (with `q` the newest 500) and for groups of them. An order without the property that it is grouped by is in a group with null. Grouped by product, each order counts once for each of its products, with what the lines of that product add to its total. Needs the scope `orders:read`. */ summarize(query?: SummarizeOrdersQuery, options?: Options<'consistency'>): Call<OrderSummary>
  /** Add an item to an order. Answers with the whole order. `price` is the product’s unless given. Needs the scope `orders:write`. */ createItem(id_order: number, body: OrderItemInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Add, change and remove items of an order at once. All of it or nothing is written, as one change with one event; the answer is the whole order. You name an item by its `id` or, without one, by its `fk_id`; items that you don’t name stay as they are. Needs the scope `orders:write`. */ changeItems(id_order: number, body: OrderItemsPatch, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Add an item to an order by its `fk_id`. Answers with the whole order. `price` is the product’s unless given. Needs the scope `orders:write`. */ createItemByFkId(order_fk_id: string, body: OrderItemInput, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Add, change and remove items of an order by its `fk_id` at once. All of it or nothing is written, as one change with one event; the answer is the whole order. You name an item by its `id` or, without one, by its `fk_id`; items that you don’t name stay as they are. Needs the scope `orders:write`. */ changeItemsByFkId(order_fk_id: string, body: OrderItemsPatch, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Read an item. As it stands in its order, whose `ETag` it has. Needs the scope `orders:read`. */ readItem(id_order: number, id: number, options?: Options<'ifMatch' | 'consistency'>): Call<OrderItem>
  /** Update an item. Answers with the whole order. The service derives again the figures that follow from a changed one, unless they are sent too. When quantity, price or discount change, the typed discount stays (percentage or money), bases of taxes keep their ratio to the net value, and rates stay. Needs the scope `orders:write`. */ updateItem(id_order: number, id: number, body: OrderItemPatch, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Delete an item. The order’s total follows. Needs the scope `orders:write`. */ deleteItem(id_order: number, id: number, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<DeletedResponse>
  /** Read an item by its `fk_id`. As it stands in its order, whose `ETag` it has. Needs the scope `orders:read`. */ readItemByFkId(order_fk_id: string, fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<OrderItem>
  /** Update an item by its `fk_id`. Answers with the whole order. The service derives again the figures that follow from a changed one, unless they are sent too. When quantity, price or discount change, the typed discount stays (percentage or money), bases of taxes keep their ratio to the net value, and rates stay. Needs the scope `orders:write`. */ updateItemByFkId(order_fk_id: string, fk_id: string, body: OrderItemPatch, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<Order>
  /** Delete an item by its `fk_id`. The order’s total follows. Needs the scope `orders:write`. */ deleteItemByFkId(order_fk_id: string, fk_id: string, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<DeletedResponse>
  /** List what a customer paid last for products. Of each product the newest line in the 200 newest orders of the customer, by their `date`, in a status that `counts`; products that were not sold in them are left out. Who is restricted (`only`) gets the prices of their own orders. Needs the scope `orders:read`. */ listLastPrices(id: number, query: ListLastPricesQuery, options?: Options<'consistency'>): Call<Array<LastPrice>>
  /** List what a customer by its fk_id paid last for products. Of each product the newest line in the 200 newest orders of the customer, by their `date`, in a status that `counts`; products that were not sold in them are left out. Who is restricted (`only`) gets the prices of their own orders. Needs the scope `orders:read`. */ listLastPricesByFkId(fk_id: string, query: ListLastPricesByFkIdQuery, options?: Options<'consistency'>): Call<Array<LastPrice>>
  /** Preview a new order. The whole order as `POST /orders` would make it from the same body, with all figures and defaults, or the problem that it would answer with; nothing is written. A record that has no `id` yet has null. Needs the scope `orders:write`. */ preview(body: OrderInput, query?: PreviewOrderQuery, options?: Options): Call<OrderPreview>
  /** Preview a change of an order. The whole order as `POST` to its `changes` would leave it with the same body, with all figures, or the problem that it would answer with; nothing is written. With `If-Match` you see a conflict before you send the change. New items have null as `id`. Needs the scope `orders:write`. */ previewChange(id: number, body: OrderChanges, query?: PreviewOrderChangeQuery, options?: Options<'ifMatch' | 'correction'>): Call<OrderPreview>
  /** Preview a change of an order by its `fk_id`. The whole order as `POST` to its `changes` would leave it with the same body, with all figures, or the problem that it would answer with; nothing is written. With `If-Match` you see a conflict before you send the change. New items have null as `id`. Needs the scope `orders:write`. */ previewChangeByFkId(fk_id: string, body: OrderChanges, query?: PreviewOrderChangeByFkIdQuery, options?: Options<'ifMatch' | 'correction'>): Call<OrderPreview>
  /** Every change of an order, oldest first. In cursor mode. Each event says when the order changed, by which token and what, with the order as it was then. A deleted order still has its history by `id`; its `fk_id` is free. Needs the scope `orders:read`. */ listHistory(id: number, query?: ListQuery<ListOrderHistoryQuery, never>, options?: Options<'consistency'>): List<OrderEvent, ListOrderHistoryQuery, OrderEventCursorList, OrderEventCursorList>
  /** Every change of an order by its `fk_id`, oldest first. In cursor mode. Each event says when the order changed, by which token and what, with the order as it was then. A deleted order still has its history by `id`; its `fk_id` is free. Needs the scope `orders:read`. */ listHistoryByFkId(fk_id: string, query?: ListQuery<ListOrderHistoryByFkIdQuery, never>, options?: Options<'consistency'>): List<OrderEvent, ListOrderHistoryByFkIdQuery, OrderEventCursorList, OrderEventCursorList>
  /** The versions of an order, oldest first. In cursor mode. Its history without the order itself: each change made a version, which is read by its number. A deleted order still has its versions by `id`. Needs the scope `orders:read`. */ listVersions(id: number, query?: ListQuery<ListOrderVersionsQuery, never>, options?: Options<'consistency'>): List<OrderVersion, ListOrderVersionsQuery, OrderVersionCursorList, OrderVersionCursorList>
  /** The versions of an order by its `fk_id`, oldest first. In cursor mode. Its history without the order itself: each change made a version, which is read by its number. A deleted order still has its versions by `id`. Needs the scope `orders:read`. */ listVersionsByFkId(fk_id: string, query?: ListQuery<ListOrderVersionsByFkIdQuery, never>, options?: Options<'consistency'>): List<OrderVersion, ListOrderVersionsByFkIdQuery, OrderVersionCursorList, OrderVersionCursorList>
  /** Read a version of an order. The whole order as it was, with the names of then. What old versions did not have yet is unset. Needs the scope `orders:read`. */ readVersion(id: number, version: number, options?: Options<'ifMatch' | 'consistency'>): Call<Order>
  /** Compare two versions of an order. What differs, value by value, with the exact difference of amounts; items are matched by their `id`. To compare with the order as it is now leave `with` out. Needs the scope `orders:read`. */ readVersionDiff(id: number, version: number, query?: ReadOrderVersionDiffQuery, options?: Options<'ifMatch' | 'consistency'>): Call<OrderDiff>
  /** Read a version of an order by its `fk_id`. The whole order as it was, with the names of then. What old versions did not have yet is unset. Needs the scope `orders:read`. */ readVersionByFkId(fk_id: string, version: number, options?: Options<'ifMatch' | 'consistency'>): Call<Order>
  /** Compare two versions of an order by its `fk_id`. What differs, value by value, with the exact difference of amounts; items are matched by their `id`. To compare with the order as it is now leave `with` out. Needs the scope `orders:read`. */ readVersionDiffByFkId(fk_id: string, version: number, query?: ReadOrderVersionDiffByFkIdQuery, options?: Options<'ifMatch' | 'consistency'>): Call<OrderDiff>
  /** Restore a version of an order. The order gets the content of the version by a change of its own, which the history shows with `restored_version`. Status, reason and number stay. Figures are written as they were. What it names and is not there any more is refused, each by its field, as is what the status locks, unless `correction` says why it is corrected. With `dry_run=true` you see what would change. Needs the scope `orders:write`. */ restoreVersion(id: number, version: number, query?: RestoreOrderVersionQuery, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<OrderRestoration>
  /** Restore a version of an order by its `fk_id`. The order gets the content of the version by a change of its own, which the history shows with `restored_version`. Status, reason and number stay. Figures are written as they were. What it names and is not there any more is refused, each by its field, as is what the status locks, unless `correction` says why it is corrected. With `dry_run=true` you see what would change. Needs the scope `orders:write`. */ restoreVersionByFkId(fk_id: string, version: number, query?: RestoreOrderVersionByFkIdQuery, options?: Options<'idempotencyKey' | 'ifMatch' | 'correction'>): Call<OrderRestoration>
  /** List the comments of an order. The oldest first, unless `sort` says otherwise. A deleted order still has its comments by `id`, for who sees all orders. Needs the scope `orders:read`. */ listComments(id: number, query?: ListQuery<ListOrderCommentsQuery, never>, options?: Options<'consistency'>): List<OrderComment, ListOrderCommentsQuery, OrderCommentList, OrderCommentCursorList>
  /** Comment on an order. In any status, locked ones too. The order stays as it is: its version, entity tag and `updated_at` do not change, and nobody who writes it has to wait. A comment is never changed or deleted. Its event is `comment.created`. Needs the scope `orders:write`. */ createComment(id: number, body: { /** What is to be noted. */ text: string }, options?: Options<'idempotencyKey'>): Call<OrderComment>
  /** List the comments of an order by its `fk_id`. The oldest first, unless `sort` says otherwise. A deleted order still has its comments by `id`, for who sees all orders. Needs the scope `orders:read`. */ listCommentsByFkId(fk_id: string, query?: ListQuery<ListOrderCommentsByFkIdQuery, never>, options?: Options<'consistency'>): List<OrderComment, ListOrderCommentsByFkIdQuery, OrderCommentList, OrderCommentCursorList>
  /** Comment on an order by its `fk_id`. In any status, locked ones too. The order stays as it is: its version, entity tag and `updated_at` do not change, and nobody who writes it has to wait. A comment is never changed or deleted. Its event is `comment.created`. Needs the scope `orders:write`. */ createCommentByFkId(fk_id: string, body: { /** What is to be noted. */ text: string }, options?: Options<'idempotencyKey'>): Call<OrderComment>
  /** Read a comment of an order. With `If-None-Match` it is sent only if it is another one. Needs the scope `orders:read`. */ readComment(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<OrderComment>
  /** List the attachments of an order. The oldest first, unless `sort` says otherwise. A deleted order has none. Needs the scope `orders:read`. */ listAttachments(id: number, query?: ListQuery<ListOrderAttachmentsQuery, never>, options?: Options<'consistency'>): List<OrderAttachment, ListOrderAttachmentsQuery, OrderAttachmentList, OrderAttachmentCursorList>
  /** Attach a file to an order. PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1, by its bytes; at most `MAX_UPLOAD_BYTES` (10 MiB) and 50 of an order. In any status, locked ones too: the order stays as it is, with its version and entity tag. Files are kept as they are: nobody looks for viruses in them. The event is `attachment.created`. Needs the scope `orders:write`. */ createAttachment(id: number, body: FileContent, query?: CreateOrderAttachmentQuery, options?: Options<'idempotencyKey'>): Call<OrderAttachment>
  /** List the attachments of an order by its `fk_id`. The oldest first, unless `sort` says otherwise. A deleted order has none. Needs the scope `orders:read`. */ listAttachmentsByFkId(fk_id: string, query?: ListQuery<ListOrderAttachmentsByFkIdQuery, never>, options?: Options<'consistency'>): List<OrderAttachment, ListOrderAttachmentsByFkIdQuery, OrderAttachmentList, OrderAttachmentCursorList>
  /** Attach a file to an order by its `fk_id`. PDF, XML, JPEG, PNG, WebP, CSV, XLSX or text in UTF-8 or Latin-1, by its bytes; at most `MAX_UPLOAD_BYTES` (10 MiB) and 50 of an order. In any status, locked ones too: the order stays as it is, with its version and entity tag. Files are kept as they are: nobody looks for viruses in them. The event is `attachment.created`. Needs the scope `orders:write`. */ createAttachmentByFkId(fk_id: string, body: FileContent, query?: CreateOrderAttachmentByFkIdQuery, options?: Options<'idempotencyKey'>): Call<OrderAttachment>
  /** Download an attachment of an order. The file as it was sent. It is always something to be saved (`Content-Disposition: attachment`) and never a page: what it is says `media_type` of the list. With `If-None-Match` it is sent only if it is another one. Needs the scope `orders:read`. */ readAttachmentContent(id: number, id_attachment: number, options?: Options<'ifMatch' | 'consistency'>): Call<Blob>
  /** Take an attachment from an order. In any status. Its content is removed for good within a minute. The event is `attachment.deleted`. Needs the scope `orders:write`. */ deleteAttachment(id: number, id_attachment: number, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** Download an attachment of an order by its `fk_id`. The file as it was sent. It is always something to be saved (`Content-Disposition: attachment`) and never a page: what it is says `media_type` of the list. With `If-None-Match` it is sent only if it is another one. Needs the scope `orders:read`. */ readAttachmentContentByFkId(fk_id: string, id_attachment: number, options?: Options<'ifMatch' | 'consistency'>): Call<Blob>
  /** Take an attachment from an order by its `fk_id`. In any status. Its content is removed for good within a minute. The event is `attachment.deleted`. Needs the scope `orders:write`. */ deleteAttachmentByFkId(fk_id: string, id_attachment: number, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** Read what an attachment of an order is. Its name, media type and size; the file itself is below its order. With `If-None-Match` it is sent only if it is another one. Needs the scope `orders:read`. */ readAttachment(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<OrderAttachment>
  /** Read an order as PDF. On A4, in Portuguese or English, for people: lines, taxes, totals, and at its head the branch of the order, or the only one that there is. The customer’s telephone is there for a token that reads the customer. The same order gives the same bytes; with `If-None-Match` it is sent only if it has changed. Needs the scope `orders:read`. */ readDocument(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<Blob>
  /** Read an order by its `fk_id` as PDF. On A4, in Portuguese or English, for people: lines, taxes, totals, and at its head the branch of the order, or the only one that there is. The customer’s telephone is there for a token that reads the customer. The same order gives the same bytes; with `If-None-Match` it is sent only if it has changed. Needs the scope `orders:read`. */ readDocumentByFkId(fk_id: string, options?: Options<'ifMatch' | 'consistency'>): Call<Blob>
  /** List what is picked for orders. A line for each product, with its whole quantity and which order has how much. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out, and named in `left_out`. Needs the scope `orders:read`. */ readPickingList(query?: ReadPickingListQuery, options?: Options<'consistency'>): Call<PickingList>
  /** List what carriers load of orders. By carrier, state and city, with addresses, parcels, weights and values. Telephones need the scope `customers:read`, too. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out, and named in `left_out`. Needs the scope `orders:read`. */ readLoadingList(query?: ReadLoadingListQuery, options?: Options<'consistency'>): Call<LoadingList>
  /** Make labels of orders, as PDF. A label for each parcel: who gets it and where, order, carrier, which parcel of how many, who sends it. Of the orders that the filters of `GET /orders` find, at most 500; one that `id` names and they do not find is refused. Orders that are over without a sale, such as cancelled ones, and those without goods are left out. At most 2000 labels. Needs the scope `orders:read`. */ readLabels(query?: ReadOrderLabelsQuery, options?: Options<'consistency'>): Call<Blob>
  /** List the links to an order. The oldest first, unless `sort` says otherwise: those that have ended, too, with how often each was opened and what was answered. Needs the scope `orders:read`. */ listLinks(id: number, query?: ListQuery<ListOrderLinksQuery, never>, options?: Options<'consistency'>): List<OrderLink, ListOrderLinksQuery, OrderLinkList, OrderLinkCursorList>
  /** Make a link to an order, for somebody without an account. Its `url` is in this answer alone. Whoever has it sees the order as its document shows it, as it then is, and gets the PDF; with `asks_answer` they may say yes or no once, and comment before; each becomes a comment of the order. It ends at `expires_at`, by a DELETE, with the order, where the customer’s data is removed, and where the member or token that made it is. The order itself does not change. Needs the scope `orders:write`. */ createLink(id: number, body: OrderLinkInput, options?: Options<'idempotencyKey'>): Call<NewOrderLink>
  /** List the links to an order by its `fk_id`. The oldest first, unless `sort` says otherwise: those that have ended, too, with how often each was opened and what was answered. Needs the scope `orders:read`. */ listLinksByFkId(fk_id: string, query?: ListQuery<ListOrderLinksByFkIdQuery, never>, options?: Options<'consistency'>): List<OrderLink, ListOrderLinksByFkIdQuery, OrderLinkList, OrderLinkCursorList>
  /** Make a link to an order by its `fk_id`, for somebody without an account. Its `url` is in this answer alone. Whoever has it sees the order as its document shows it, as it then is, and gets the PDF; with `asks_answer` they may say yes or no once, and comment before; each becomes a comment of the order. It ends at `expires_at`, by a DELETE, with the order, where the customer’s data is removed, and where the member or token that made it is. The order itself does not change. Needs the scope `orders:write`. */ createLinkByFkId(fk_id: string, body: OrderLinkInput, options?: Options<'idempotencyKey'>): Call<NewOrderLink>
  /** Read a link to an order. With `If-None-Match` it is sent only if it has changed. Needs the scope `orders:read`. */ readLink(id: number, options?: Options<'ifMatch' | 'consistency'>): Call<OrderLink>
  /** End a link to an order. At once. It stays in the list, with `revoked_at`. Needs the scope `orders:write`. */ deleteLink(id: number, options?: Options<'idempotencyKey'>): Call<DeletedResponse>
  /** Work the taxes of an order out again. By the rules, and what they ask, as they are now. Taxes that were sent stay. The answer says what that changed; with `dry_run=true` what it would. A locked order is refused. Needs the scope `orders:write`. */ recalculate(id: number, query?: RecalculateOrderQuery, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<OrderRecalculation>
  /** Work the taxes of an order by its `fk_id` out again. By the rules, and what they ask, as they are now. Taxes that were sent stay. The answer says what that changed; with `dry_run=true` what it would. A locked order is refused. Needs the scope `orders:write`. */ recalculateByFkId(fk_id: string, query?: RecalculateOrderByFkIdQuery, options?: Options<'idempotencyKey' | 'ifMatch'>): Call<OrderRecalculation>
  /** Check an order before its invoice. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them. Needs the scope `orders:read`. */ checkInvoice(id: number, query?: CheckInvoiceQuery, options?: Options<'consistency'>): Call<Array<InvoiceFinding>>
  /** Check an order by its `fk_id` before its invoice. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them. Needs the scope `orders:read`. */ checkInvoiceByFkId(fk_id: string, query?: CheckInvoiceByFkIdQuery, options?: Options<'consistency'>): Call<Array<InvoiceFinding>>
  /** Check orders before their invoices. Each rule by which a tax office would refuse the NF-e of the order, as far as the order shows it: from codes that are missing to taxes that do not agree. [The check before the invoice](/docs/invoice-check) lists them. Nothing is written. Needs the scope `orders:read`. */ checkInvoices(body: { /** The orders’ `id`s. */ ids: Array<number>; /** The day of their invoices: that which decides each order’s taxes, unless given. */ tax_date?: string }, options?: Options): Call<Array<InvoiceCheck>>
  /** Draft the NF-e of an order. What the invoice of the order says, by the names of the layout 4.00: the program that issues NF-e adds number, series, key and signature. Pedido issues none. What the order and its records do not say is not there; [the check before the invoice](/docs/invoice-check) says what an office would refuse. Needs the scope `orders:read`. */ draftNfe(id: number, query?: DraftNfeQuery, options?: Options<'consistency'>): Call<NfeDraft>
  /** Draft the NF-e of an order by its `fk_id`. What the invoice of the order says, by the names of the layout 4.00: the program that issues NF-e adds number, series, key and signature. Pedido issues none. What the order and its records do not say is not there; [the check before the invoice](/docs/invoice-check) says what an office would refuse. Needs the scope `orders:read`. */ draftNfeByFkId(fk_id: string, query?: DraftNfeByFkIdQuery, options?: Options<'consistency'>): Call<NfeDraft>
}

export interface ListOrdersQuery {
  /** Finds the newest 500 orders by parts of their customer’s name, external identifier, CPF or CNPJ and e-mail address, of their products’ names and external identifiers and of their own, of their `number`, and by their whole `id`. `total` is of these 500. For each word the search looks at the newest 50,000 orders that contain it, so with filters that few orders pass it may miss older ones. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q?: string
  /** These orders: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** With this number. */ number?: string
  /** With this number of the customer’s. */ customer_order?: string
  /** With one of these tags: words, with commas between them. */ tags?: Array<string>
  /** With a `date` at or after. RFC 3339 or a bare date; inclusive. */ order_date_from?: string
  /** With a `date` at or before. RFC 3339 or a bare date; inclusive. */ order_date_to?: string
  /** To be delivered at or after. RFC 3339 or a bare date; inclusive. */ delivery_date_from?: string
  /** To be delivered at or before. RFC 3339 or a bare date; inclusive. */ delivery_date_to?: string
  /** Created at or after. RFC 3339 or a bare date; inclusive. */ create_date_from?: string
  /** Created at or before. RFC 3339 or a bare date; inclusive. */ create_date_to?: string
  /** Last changed at or after. RFC 3339 or a bare date; inclusive. */ update_date_from?: string
  /** Last changed at or before. RFC 3339 or a bare date; inclusive. */ update_date_to?: string
  /** Valid until a day or later. */ valid_until_from?: string
  /** Valid until a day or before. */ valid_until_to?: string
  /** With a `total_value` of at least. */ total_from?: number
  /** With a `total_value` of at most. */ total_to?: number
  /** In one of these statuses: ids, with commas between them. */ status?: number | Array<number>
  /** In one of these statuses: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_status?: Array<string>
  /** In their status for one of these reasons: ids, with commas between them. */ id_reason?: number | Array<number>
  /** In their status for one of these reasons: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_reason?: Array<string>
  /** With one of these freight types: ids, with commas between them. */ id_freight_type?: number | Array<number>
  /** With one of these freight types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_freight_type?: Array<string>
  /** Of one of these customers: ids, with commas between them. */ id_customer?: number | Array<number>
  /** Of one of these customers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_customer?: Array<string>
  /** Of one of these sellers: ids, with commas between them. */ id_user?: number | Array<number>
  /** Of one of these sellers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_user?: Array<string>
  /** From one of these opportunities: ids, with commas between them. */ id_opportunity?: number | Array<number>
  /** From one of these opportunities: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_opportunity?: Array<string>
  /** From one of these quotations: ids, with commas between them. */ id_quotation?: number | Array<number>
  /** From one of these quotations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_quotation?: Array<string>
  /** With one of these payment types: ids, with commas between them. */ id_payment_type?: number | Array<number>
  /** With one of these payment types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_type?: Array<string>
  /** With one of these payment methods: ids, with commas between them. */ id_payment_method?: number | Array<number>
  /** With one of these payment methods: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_method?: Array<string>
  /** In one of these categories: ids, with commas between them. */ id_category?: number | Array<number>
  /** In one of these categories: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_category?: Array<string>
  /** With one of these operations: ids, with commas between them. */ id_operation?: number | Array<number>
  /** With one of these operations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_operation?: Array<string>
  /** Carried by one of these companies: ids, with commas between them. */ id_shipping_company?: number | Array<number>
  /** Carried by one of these companies: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_shipping_company?: Array<string>
  /** Sold by one of these branches: ids, with commas between them. */ id_branch_company?: number | Array<number>
  /** Sold by one of these branches: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_branch_company?: Array<string>
  /** As `status`: ids, with commas between them. */ id_order_status?: number | Array<number>
  /** As `status`: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_order_status?: Array<string>
  /** With one of these products: ids, with commas between them. */ id_item?: number | Array<number>
  /** With one of these products: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_item?: Array<string>
  /** To an address in this city: its whole name; capitals, accents and punctuation do not count. */ city?: string
  /** To an address in this state: two letters. */ state?: string
  /** In a status that `counts` as a sale, or in one that does not, as drafts and cancelled orders as delivered. */ counts?: boolean
  /** Records in one answer; 25 unless given, or what its cursor was made with. At most 100, or 500 with `fields` without `items`. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Sparse fields: only these top-level properties of each record, separated by commas. Unless given, those that the cursor was made with, or whole records. */ fields?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, date, number, id_customer, delivery_date, total_value, created_at, updated_at. `id` breaks ties. */ sort?: string
  /** Adds to each order what its customer is at that moment, in `expanded`: name, trade name, `fk_id`, document, e-mail and telephone. Needs the scope `customers:read`, too. With a cursor send it again. */ expand?: Array<"customer">
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface BulkOrdersQuery {
  /** `put`, unless given, replaces: what a record leaves out becomes unset. `patch` leaves it as it is. Both create what is new. */ mode?: "put" | "patch"
  /** `true`: one transaction, at most 1,000 lines; one that is refused refuses all. `false` unless given. */ atomic?: boolean
}

export interface SummarizeOrdersQuery {
  /** Finds the newest 500 orders by parts of their customer’s name, external identifier, CPF or CNPJ and e-mail address, of their products’ names and external identifiers and of their own, of their `number`, and by their whole `id`. `total` is of these 500. For each word the search looks at the newest 50,000 orders that contain it, so with filters that few orders pass it may miss older ones. Case, accents and punctuation do not count; each word must be found. A word of fewer than three characters finds beginnings of words; punctuation alone finds nothing. */ q?: string
  /** These orders: ids, with commas between them, at most 500. */ id?: number | Array<number>
  /** Exact external identifier. */ fk_id?: string
  /** With this number. */ number?: string
  /** With this number of the customer’s. */ customer_order?: string
  /** With one of these tags: words, with commas between them. */ tags?: Array<string>
  /** With a `date` at or after. RFC 3339 or a bare date; inclusive. */ order_date_from?: string
  /** With a `date` at or before. RFC 3339 or a bare date; inclusive. */ order_date_to?: string
  /** To be delivered at or after. RFC 3339 or a bare date; inclusive. */ delivery_date_from?: string
  /** To be delivered at or before. RFC 3339 or a bare date; inclusive. */ delivery_date_to?: string
  /** Created at or after. RFC 3339 or a bare date; inclusive. */ create_date_from?: string
  /** Created at or before. RFC 3339 or a bare date; inclusive. */ create_date_to?: string
  /** Last changed at or after. RFC 3339 or a bare date; inclusive. */ update_date_from?: string
  /** Last changed at or before. RFC 3339 or a bare date; inclusive. */ update_date_to?: string
  /** Valid until a day or later. */ valid_until_from?: string
  /** Valid until a day or before. */ valid_until_to?: string
  /** With a `total_value` of at least. */ total_from?: number
  /** With a `total_value` of at most. */ total_to?: number
  /** In one of these statuses: ids, with commas between them. */ status?: number | Array<number>
  /** In one of these statuses: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_status?: Array<string>
  /** In their status for one of these reasons: ids, with commas between them. */ id_reason?: number | Array<number>
  /** In their status for one of these reasons: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_reason?: Array<string>
  /** With one of these freight types: ids, with commas between them. */ id_freight_type?: number | Array<number>
  /** With one of these freight types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_freight_type?: Array<string>
  /** Of one of these customers: ids, with commas between them. */ id_customer?: number | Array<number>
  /** Of one of these customers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_customer?: Array<string>
  /** Of one of these sellers: ids, with commas between them. */ id_user?: number | Array<number>
  /** Of one of these sellers: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_user?: Array<string>
  /** From one of these opportunities: ids, with commas between them. */ id_opportunity?: number | Array<number>
  /** From one of these opportunities: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_opportunity?: Array<string>
  /** From one of these quotations: ids, with commas between them. */ id_quotation?: number | Array<number>
  /** From one of these quotations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_quotation?: Array<string>
  /** With one of these payment types: ids, with commas between them. */ id_payment_type?: number | Array<number>
  /** With one of these payment types: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_type?: Array<string>
  /** With one of these payment methods: ids, with commas between them. */ id_payment_method?: number | Array<number>
  /** With one of these payment methods: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_payment_method?: Array<string>
  /** In one of these categories: ids, with commas between them. */ id_category?: number | Array<number>
  /** In one of these categories: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_category?: Array<string>
  /** With one of these operations: ids, with commas between them. */ id_operation?: number | Array<number>
  /** With one of these operations: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_operation?: Array<string>
  /** Carried by one of these companies: ids, with commas between them. */ id_shipping_company?: number | Array<number>
  /** Carried by one of these companies: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_shipping_company?: Array<string>
  /** Sold by one of these branches: ids, with commas between them. */ id_branch_company?: number | Array<number>
  /** Sold by one of these branches: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_branch_company?: Array<string>
  /** As `status`: ids, with commas between them. */ id_order_status?: number | Array<number>
  /** As `status`: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_order_status?: Array<string>
  /** With one of these products: ids, with commas between them. */ id_item?: number | Array<number>
  /** With one of these products: external identifiers, with commas between them; one in an identifier is written `\,`. One that nobody has finds nothing. */ fk_id_item?: Array<string>
  /** To an address in this city: its whole name; capitals, accents and punctuation do not count. */ city?: string
  /** To an address in this state: two letters. */ state?: string
  /** In a status that `counts` as a sale, or in one that does not, as drafts and cancelled orders as delivered. */ counts?: boolean
  /** What the orders of a group have in common: one or two, with a comma between them. Days, weeks and months are those of `date` in the account’s time zone; city and state those of the delivery address, as it is now. */ group_by?: Array<"status" | "reason" | "customer" | "user" | "payment_type" | "payment_method" | "category" | "branch_company" | "product" | "day" | "week" | "month" | "city" | "state">
  /** Comma-separated, each with `-` for descending: count, sum, average, min, max, quantity of products, and day, week or month where it is grouped by that. Unless given, groups of time come in the order of time, and others with the largest sum first. */ sort?: string
  /** Groups in the answer; 100 unless given. `omitted` tells what it left out. */ limit?: number
  /** Each is a parameter of its own: `custom.` and the key of a field that is declared at `/custom-fields` as filterable. `custom.rota=12` or, for several values, `custom.rota=12,13` (a comma in a value is written `\,`); for numbers and dates also `custom.entrega_from=2026-11-01` and `custom.entrega_to=2026-11-30`, ends included. Lists are sorted by one with `sort=custom.rota`; records without a value come after all others. */ [field: `custom.${string}`]: string | number | boolean | Array<string | number> | undefined
}

export interface ListLastPricesQuery {
  /** Products: ids, with commas between them, at most 500. */ id_item: number | Array<number>
  /** An order that does not count: the one that is being changed. */ except_order?: number
}

export interface ListLastPricesByFkIdQuery {
  /** Products: ids, with commas between them, at most 500. */ id_item: number | Array<number>
  /** An order that does not count: the one that is being changed. */ except_order?: number
}

export interface PreviewOrderQuery {
  /** Also checks the order before its invoice, as `GET` of its `invoice-check`: the answer has `check`. */ check?: boolean
}

export interface PreviewOrderChangeQuery {
  /** Also checks the order before its invoice, as `GET` of its `invoice-check`: the answer has `check`. */ check?: boolean
}

export interface PreviewOrderChangeByFkIdQuery {
  /** Also checks the order before its invoice, as `GET` of its `invoice-check`: the answer has `check`. */ check?: boolean
}

export interface ListOrderHistoryQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
}

export interface ListOrderHistoryByFkIdQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
}

export interface ListOrderVersionsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
}

export interface ListOrderVersionsByFkIdQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
}

export interface ReadOrderVersionDiffQuery {
  /** The other version; the order as it is now unless given. */ with?: string
}

export interface ReadOrderVersionDiffByFkIdQuery {
  /** The other version; the order as it is now unless given. */ with?: string
}

export interface RestoreOrderVersionQuery {
  /** `true`: tells what would change, and writes nothing; `false` unless given. */ dry_run?: boolean
}

export interface RestoreOrderVersionByFkIdQuery {
  /** `true`: tells what would change, and writes nothing; `false` unless given. */ dry_run?: boolean
}

export interface ListOrderCommentsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at. `id` breaks ties. */ sort?: string
}

export interface ListOrderCommentsByFkIdQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at. `id` breaks ties. */ sort?: string
}

export interface ListOrderAttachmentsQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at. `id` breaks ties. */ sort?: string
}

export interface CreateOrderAttachmentQuery {
  /** What the file is called; unless given, as its part of the body says. */ name?: string
}

export interface ListOrderAttachmentsByFkIdQuery {
  /** Records in one answer; 25 unless given. */ limit?: number
  /** Cursor mode: the previous `next_cursor`; enough alone. */ cursor?: string
  /** Page mode: which page, counted from 1; the first unless given. */ page?: number
  /** `cursor` asks for cursor mode on the first request; page mode unless given. */ pagination?: "page" | "cursor"
  /** Comma-separated fields, each with `-` for descending: id, created_at. `id` breaks ties. */ sort?: string
}

export interface CreateOrderAttachmentByFkIdQuery {
  /** What the file is called; unless given, as its part of the body says. */ name?: string
}

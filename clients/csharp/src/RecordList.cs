using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>
    /// A list, of which nothing is read before it is gone through: by cursors, so that nothing is skipped or
    /// repeated while others write.
    /// </summary>
    public sealed class RecordList : AsyncSequence<Json>
    {
        /// <summary>Of a list that is gone through: the most that every list gives at once.</summary>
        private const int PageSize = 100;

        private readonly Func<object, Task<Json>> ask;
        private readonly Dictionary<string, object> query;
        private readonly bool hasPages;

        internal RecordList(Func<object, Task<Json>> ask, Dictionary<string, object> query, bool hasPages)
            : base(() => new RecordSource(new PageSource(ask, query, hasPages)))
        {
            this.ask = ask;
            this.query = query;
            this.hasPages = hasPages;
        }

        /// <summary>One page with its envelope; what is given here comes on top of the list's query.</summary>
        public Task<Json> PageAsync(object more = null)
        {
            var whole = new Dictionary<string, object>(query);
            foreach (var one in JsonWriter.MembersOf(more))
            {
                whole[one.Key] = one.Value;
            }
            return ask(whole);
        }

        /// <summary>All pages by cursors, each with the <c>next_cursor</c> to go on from.</summary>
        public AsyncSequence<Json> Pages() => new AsyncSequence<Json>(() => new PageSource(ask, query, hasPages));

        /// <summary>Takes out of a query where a list begins; null where that is its beginning.</summary>
        internal static string TakeCursor(Dictionary<string, object> query)
        {
            query.TryGetValue("after", out var after);
            query.TryGetValue("cursor", out var cursor);
            query.Remove("after");
            query.Remove("cursor");
            return (cursor ?? after)?.ToString();
        }

        private sealed class PageSource : ISource<Json>
        {
            private readonly Func<object, Task<Json>> ask;
            private readonly Dictionary<string, object> query;
            private string cursor;
            private bool isOver;

            public PageSource(Func<object, Task<Json>> ask, Dictionary<string, object> filters, bool hasPages)
            {
                this.ask = ask;
                query = new Dictionary<string, object> { ["limit"] = PageSize };
                foreach (var one in filters)
                {
                    query[one.Key] = one.Value;
                }
                cursor = TakeCursor(query);
                if (hasPages && cursor == null)
                {
                    query["pagination"] = "cursor";
                }
            }

            public async Task<IReadOnlyList<Json>> NextAsync()
            {
                if (isOver)
                {
                    return null;
                }
                if (cursor != null)
                {
                    query.Remove("pagination");
                    query["cursor"] = cursor;
                }
                var page = await ask(query).ConfigureAwait(false);
                var following = page.Has("next_cursor") ? (string)page["next_cursor"] : null;
                // The feed's cursor is never null: at its end it stays the one that was sent.
                isOver = following == null || following == cursor;
                cursor = following;
                return new[] { page };
            }

            public void Dispose()
            {
            }
        }

        private sealed class RecordSource : ISource<Json>
        {
            private readonly PageSource pages;

            public RecordSource(PageSource pages)
            {
                this.pages = pages;
            }

            public async Task<IReadOnlyList<Json>> NextAsync()
            {
                var next = await pages.NextAsync().ConfigureAwait(false);
                return next?.Single()["data"].Values;
            }

            public void Dispose() => pages.Dispose();
        }
    }
}

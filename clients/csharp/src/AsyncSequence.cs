using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>Where the values of a sequence come from.</summary>
    internal interface ISource<T> : IDisposable
    {
        /// <summary>The next ones, none or more; null after the last.</summary>
        Task<IReadOnlyList<T>> NextAsync();
    }

    /// <summary>
    /// Values that are asked for while a program goes through them. From C# 8 on <c>await foreach</c> does, before
    /// it an enumerator.
    /// </summary>
    public class AsyncSequence<T>
    {
        private readonly Func<ISource<T>> start;

        internal AsyncSequence(Func<ISource<T>> start)
        {
            this.start = start;
        }

        /// <summary>Goes through it from its beginning.</summary>
        public AsyncEnumerator<T> GetAsyncEnumerator() => new AsyncEnumerator<T>(start());

        /// <summary>Gives each value to a function, one after the other.</summary>
        public async Task ForEachAsync(Action<T> action)
        {
            using (var values = GetAsyncEnumerator())
            {
                while (await values.MoveNextAsync().ConfigureAwait(false))
                {
                    action(values.Current);
                }
            }
        }

        /// <summary>All values.</summary>
        public async Task<List<T>> ToListAsync()
        {
            var all = new List<T>();
            await ForEachAsync(all.Add).ConfigureAwait(false);
            return all;
        }
    }

    /// <summary>Where a program is in a sequence.</summary>
    public sealed class AsyncEnumerator<T> : IDisposable
    {
        private readonly ISource<T> source;
        private IReadOnlyList<T> arrived = new T[0];
        private int next;

        internal AsyncEnumerator(ISource<T> source)
        {
            this.source = source;
        }

        /// <summary>The present value.</summary>
        public T Current { get; private set; }

        /// <summary>Waits for the next value, and says whether there is one.</summary>
        public async Task<bool> MoveNextAsync()
        {
            while (next >= arrived.Count)
            {
                var following = await source.NextAsync().ConfigureAwait(false);
                if (following == null)
                {
                    return false;
                }
                arrived = following;
                next = 0;
            }
            Current = arrived[next++];
            return true;
        }

        /// <summary>Ends what is still open of it.</summary>
        public void Dispose() => source.Dispose();

        /// <summary>Ends what is still open of it.</summary>
        public Task DisposeAsync()
        {
            Dispose();
            return Task.FromResult(true);
        }
    }
}

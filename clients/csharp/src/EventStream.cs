using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>
    /// Events as they happen, until they are no longer gone through. Where the stream ends, it is opened again
    /// behind the last event: nothing is skipped or repeated. The first opening is given up like any call; after
    /// it nothing ends the stream but a problem that will not pass.
    /// </summary>
    public sealed class EventStream : AsyncSequence<Json>
    {
        private readonly Position position;

        internal EventStream(
            string start,
            CancellationToken cancellation,
            Func<string, bool, Task<Exchange>> open)
            : this(new Position { Cursor = start }, cancellation, open)
        {
        }

        private EventStream(Position position, CancellationToken cancellation, Func<string, bool, Task<Exchange>> open)
            : base(() => new Source(position, cancellation, open))
        {
            this.position = position;
        }

        /// <summary>Behind the event that was given last: another stream goes on from it.</summary>
        public string Cursor => position.Cursor;

        private sealed class Position
        {
            public string Cursor { get; set; }
        }

        /// <summary>What stands between two empty lines, by the names of its lines.</summary>
        private sealed class Frame : Dictionary<string, string>
        {
            public string Of(string name) => TryGetValue(name, out var value) ? value : null;
        }

        private sealed class Source : ISource<Json>
        {
            /// <summary>The service sends a comment every 15 s: when nothing comes for so long the line is dead.</summary>
            private static readonly TimeSpan Silence = TimeSpan.FromSeconds(45);

            /// <summary>Before a stream that ended is opened again.</summary>
            private static readonly TimeSpan Reopen = TimeSpan.FromSeconds(1);

            private readonly Position position;
            private readonly CancellationToken cancellation;
            private readonly Func<string, bool, Task<Exchange>> open;
            private readonly byte[] buffer = new byte[16384];
            private readonly Queue<Frame> frames = new Queue<Frame>();
            private readonly MemoryStream line = new MemoryStream();
            private Frame frame = new Frame();
            private Exchange exchange;
            private bool wasOpen;

            public Source(Position position, CancellationToken cancellation, Func<string, bool, Task<Exchange>> open)
            {
                this.position = position;
                this.cancellation = cancellation;
                this.open = open;
            }

            public async Task<IReadOnlyList<Json>> NextAsync()
            {
                while (frames.Count == 0)
                {
                    exchange = exchange ?? await OpenAsync().ConfigureAwait(false);
                    if (!await ReadAsync().ConfigureAwait(false))
                    {
                        Dispose();
                        await Task.Delay(Transport.PauseBefore(1, Reopen, TimeSpan.Zero), cancellation)
                            .ConfigureAwait(false);
                    }
                }
                var next = frames.Dequeue();
                position.Cursor = next.Of("id") ?? position.Cursor;
                var hasEvent = !string.IsNullOrEmpty(next.Of("data")) && next.Of("event") != "closing";
                return hasEvent ? new[] { Json.Parse(next.Of("data")) } : new Json[0];
            }

            public void Dispose()
            {
                exchange?.Dispose();
                exchange = null;
            }

            private async Task<Exchange> OpenAsync()
            {
                line.SetLength(0);
                frame = new Frame();
                var opened = await open(position.Cursor, wasOpen).ConfigureAwait(false);
                wasOpen = true;
                return opened;
            }

            /// <summary>Takes what comes, and says whether more may come.</summary>
            private async Task<bool> ReadAsync()
            {
                using (var silent = CancellationTokenSource.CreateLinkedTokenSource(cancellation))
                {
                    silent.CancelAfter(Silence);
                    try
                    {
                        var count = await exchange.ReadAsync(buffer, silent.Token).ConfigureAwait(false);
                        Take(count);
                        return count > 0;
                    }
                    catch (Exception error) when (Transport.IsOfNetwork(error))
                    {
                        // Broken off: as at any other end, what follows is asked for again.
                        cancellation.ThrowIfCancellationRequested();
                        return false;
                    }
                }
            }

            private void Take(int count)
            {
                for (var i = 0; i < count; i++)
                {
                    if (buffer[i] != '\n')
                    {
                        line.WriteByte(buffer[i]);
                        continue;
                    }
                    TakeLine(Encoding.UTF8.GetString(line.ToArray()).TrimEnd('\r'));
                    line.SetLength(0);
                }
            }

            private void TakeLine(string text)
            {
                if (text.Length == 0)
                {
                    frames.Enqueue(frame);
                    frame = new Frame();
                    return;
                }
                // A comment has no name, and nobody looks for it.
                var colon = text.IndexOf(':');
                var name = colon < 0 ? text : text.Substring(0, colon);
                var value = colon < 0 ? "" : text.Substring(colon + 1);
                value = value.StartsWith(" ", StringComparison.Ordinal) ? value.Substring(1) : value;
                var before = name == "data" ? frame.Of("data") : null;
                frame[name] = before == null ? value : before + "\n" + value;
            }
        }
    }
}

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>Sends the lines of a request in bulk by chunks, and gives their results.</summary>
    internal sealed class BulkSource : ISource<Json>
    {
        private const int ChunkRecords = 500;
        private const int ChunkLetters = 1000000;

        private readonly IEnumerator<string> lines;
        private readonly bool isWhole;
        private readonly Send send;
        private int done;

        /// <param name="lines">each the JSON of a record</param>
        /// <param name="isWhole">whether all go in one request</param>
        /// <param name="send">sends a chunk</param>
        public BulkSource(IEnumerator<string> lines, bool isWhole, Send send)
        {
            this.lines = lines;
            this.isWhole = isWhole;
            this.send = send;
        }

        public delegate Task<Answered<List<Json>>> Send(
            byte[] body,
            Func<Exchange, CancellationToken, Task<List<Json>>> read);

        public async Task<IReadOnlyList<Json>> NextAsync()
        {
            var chunk = NextChunk();
            if (chunk.Count == 0)
            {
                return null;
            }
            var body = Encoding.UTF8.GetBytes(string.Join("\n", chunk));
            var answered = await send(body, (exchange, token) => ReadAsync(exchange, chunk.Count, token))
                .ConfigureAwait(false);
            var results = answered.Content.Select(Counted).ToList();
            done += chunk.Count;
            return results;
        }

        public void Dispose() => lines.Dispose();

        private List<string> NextChunk()
        {
            var chunk = new List<string>();
            var size = 0;
            while ((isWhole || (chunk.Count < ChunkRecords && size < ChunkLetters)) && lines.MoveNext())
            {
                chunk.Add(lines.Current);
                size += lines.Current.Length;
            }
            return chunk;
        }

        /// <summary>A result with the line of its record among all of them.</summary>
        private Json Counted(Json result)
        {
            var members = new Dictionary<string, Json>(result.Members)
            {
                ["line"] = new Json((decimal)result["line"] + done),
            };
            return new Json(members);
        }

        /// <summary>
        /// The results of so many lines. Where they end early, or say that the service gave up, the lines may be
        /// sent again.
        /// </summary>
        private static async Task<List<Json>> ReadAsync(Exchange exchange, int count, CancellationToken cancellation)
        {
            var content = await exchange.ReadAllAsync(cancellation).ConfigureAwait(false);
            try
            {
                var results = Encoding.UTF8.GetString(content)
                    .Split('\n')
                    .Where(line => line.Length > 0)
                    .Select(Json.Parse)
                    .ToList();
                if (results.Count == count && (string)results[count - 1]["status"] != "failed")
                {
                    return results;
                }
            }
            catch (FormatException error)
            {
                throw new BadContentException(content, true, error);
            }
            throw new BadContentException(content, true);
        }
    }
}
